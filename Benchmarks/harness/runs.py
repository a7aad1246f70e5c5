"""Runs the programs of a work by turns, and takes down what each needed."""

import os
import re
import signal
import subprocess
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from datetime import datetime, timezone

from .machine import busy_share, say
from .works import is_setting, program_of

TIME_LIMIT = 240
SYSTEM_CA = "/etc/ssl/certs/ca-certificates.crt"


@dataclass
class Run:
    """One run. `wall` and `cpu` (user and system) in seconds, `peak` in KiB; `error` says what was wrong with it."""

    round: int
    turn: int
    wall: float = 0
    cpu: float = 0
    peak: int = 0
    error: str = ""


class Runner:
    """`programs` maps the names in commands to paths; `home` is a folder without anybody's settings."""

    def __init__(self, origin, scratch, programs, measure, home):
        self.origin, self.scratch, self.programs, self.measure, self.home = origin, scratch, programs, measure, home

    def run_work(self, work, rounds):
        """The work's record for the report: commands, and every run of every program that is there."""
        commands = {label: command for label, command in work.commands.items() if self.can_run(command)}
        runs = {label: [] for label in commands}
        busy = []
        count = max(1, round(rounds * work.rounds))
        say(f"{work.name}: {work.title}; {count} rounds of {', '.join(commands)}")
        self.write_lists(work)
        with self.scratch.place(1 << 20) if work.one_place else nullcontext() as shared:
            for number in range(count):
                busy.append(busy_share())
                for turn, label in enumerate(order(list(commands), number)):
                    if is_hopeless(runs[label]):
                        continue
                    run = Run(number, turn)
                    with nullcontext(shared) if shared else self.scratch.place(work.size) as folder:
                        self.run_once(work, commands[label], folder, f"{number}{turn}", run)
                    runs[label].append(run)
                    self.tell(work, label, run)
        return {
            "title": work.title,
            "bytes": work.size,
            "date": datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
            "place": self.scratch.kind.replace("for each run", "for all runs") if work.one_place else self.scratch.kind,
            "busy": [round(share, 3) for share in busy],
            "programs": {
                label: {"command": commands[label], "runs": [asdict(run) for run in runs[label]]} for label in commands
            },
        }

    def can_run(self, command):
        return program_of(command) in self.programs and (os.geteuid() == 0 or "SYSTEM_CA=" not in command)

    def run_once(self, work, command, folder, number, run):
        paths = work.paths(number)
        for file in {self.origin.served(path) for path in paths}:
            keep_warm(file)
        words, environment = self.expand(work, command, folder, paths[0])
        result = self.home / "result"
        result.unlink(missing_ok=True)
        # What the program writes, once more for its own memory and the loop device, and some.
        warm = 0 if work.one_place else (work.size + work.size // 2 >> 20) + 256
        measured = [self.measure, result, str(warm), *words]
        if authority := environment.pop("SYSTEM_CA", None):
            mount = f'mount --bind "$0" {SYSTEM_CA} && exec "$@"'
            measured = ["unshare", "--mount", "sh", "-c", mount, authority, *measured]
        error = self.spawn(measured, environment)
        if not error:
            wall, cpu, peak, status = result.read_text().split()
            run.wall, run.cpu, run.peak = float(wall), float(cpu), int(peak)
            error = f"exit status {status}" if status != "0" else ""
        expected = {path.split("/")[-1]: self.origin.served(path) for path in paths}
        run.error = error or self.fault(folder, expected, alone=not work.one_place)
        if run.error:
            complaint = (self.home / "errors").read_text(errors="replace").strip()[-200:]
            run.error += f": {complaint}" if complaint else ""

    def spawn(self, command, environment):
        """Runs to the end, or to the time limit; an empty string if it ended."""
        with (self.home / "errors").open("wb") as errors:
            process = subprocess.Popen(
                command,
                env=environment,
                cwd=self.home,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
            try:
                process.wait(TIME_LIMIT)
                return ""
            except subprocess.TimeoutExpired:
                return f"not done after {TIME_LIMIT} s"
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()

    def expand(self, work, command, folder, path):
        """The command's words, capitals replaced, and its environment."""
        values = {
            "URL": self.origin.url(work.scheme, path),
            "NAMED_URL": self.origin.url(work.scheme, path).replace("127.0.0.1", "localhost"),
            "HOST": "127.0.0.1",
            "PORT": str(self.origin.ports[work.scheme]),
            "PATH": path,
            "DIR": str(folder),
            "NAME": path.split("/")[-1],
            "LIST": str(self.home / "list"),
            "CONFIG": str(self.home / "config"),
            "CA": str(self.origin.ca),
        }
        pattern = re.compile(r"\b(" + "|".join(values) + r")\b")
        words = [pattern.sub(lambda found: values[found.group()], word) for word in command.split()]
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8"}
        while is_setting(words[0]):
            name, value = words.pop(0).split("=", 1)
            environment[name] = value
        words[0] = str(self.programs[words[0]])
        return words, environment

    def write_lists(self, work):
        urls = [self.origin.url(work.scheme, path) for path in work.paths(0)] if work.many else []
        (self.home / "list").write_text("".join(f"{url}\n" for url in urls))
        (self.home / "config").write_text("".join(f'url = "{url}"\n' for url in urls))

    def fault(self, folder, expected, alone):
        """What is wrong with the files in `folder`; an empty string if they are those expected, to the last byte."""
        there = {entry.name for entry in os.scandir(folder)}
        if missing := expected.keys() - there:
            return f"{len(missing)} files missing"
        if alone and (extra := there - expected.keys()):
            return f"left behind: {', '.join(sorted(extra)[:3])}"
        small = {}
        for name, file in expected.items():
            if file.stat().st_size > 1 << 20:
                if not is_same(folder / name, file):
                    return f"wrong bytes in {name}"
                continue
            if file not in small:
                small[file] = file.read_bytes()
            if (folder / name).read_bytes() != small[file]:
                return f"wrong bytes in {name}"
        return ""

    def tell(self, work, label, run):
        figures = f"{run.wall:8.3f} s {run.cpu:8.3f} s CPU {run.peak / 1024:6.1f} MiB"
        if not work.one_place or run.error:
            say(f"  {run.round + 1} {label:<22} {figures} {run.error}")


def order(labels, number):
    """The turns of a round: each starts one program later than the last, and every other one goes backwards."""
    step = -1 if number % 2 else 1
    return [labels[(number + step * turn) % len(labels)] for turn in range(len(labels))]


def is_hopeless(runs):
    """Whether a program failed twice: it is not asked again, since it may take the whole time limit each time."""
    return sum(1 for run in runs if run.error) >= 2


def keep_warm(file):
    """Reads the file, so that the server has it in memory."""
    with file.open("rb", buffering=0) as source:
        while source.read(1 << 20):
            pass


def is_same(file, other):
    with file.open("rb", buffering=0) as one, other.open("rb", buffering=0) as two:
        while True:
            bytes_one, bytes_two = one.read(1 << 20), two.read(1 << 20)
            if bytes_one != bytes_two:
                return False
            if not bytes_one:
                return True
