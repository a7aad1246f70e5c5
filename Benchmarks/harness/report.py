"""Writes the figures as Markdown."""

from .figures import all_figures, bars, has_size
from .works import OURS

INTRODUCTION = """# Benchmark

Written by `make bench` (`Benchmarks/run`); every run is in [bench.json](bench.json).

![Wall time, programs beside each other](bench.svg)

- One nginx on loopback, one worker per core, serves all: HTTP/1.1, HTTPS, and HTTPS with HTTP/2. Its files are read into the
  page cache before each run. Over HTTPS every program verifies the certificate.
- Place of each run: {place}.
- The programs take turns, in an order that changes each round. Before the clock starts, as much memory as the run will
  need is touched and freed, so that no program pays for memory that the machine's host had taken back.
- After each run every byte is compared with what was served, and nothing else may lie there. A run with a wrong answer does
  not count, and is told.
- Wall is seconds from fork to exit. CPU is user + system time of the program, not of the server. Peak is the largest resident
  memory (`ru_maxrss`), shared libraries included. Shown are medians; × is wall time divided by ours: above 1, ours is faster.
- *floor* only receives and writes the same bytes in 1 MiB blocks. *foundation* is FoundationNetworking's `downloadTask`.
"""

LEGEND = """
In commands, DIR is the new folder, NAME the file, LIST the file of URLs (CONFIG the same for curl), CA the authority's
certificate; HOST, PORT and PATH are parts of the URL, and NAMED_URL has the host by name. SYSTEM_CA=CA: the program has no
option for it, so the authority takes the place of the system's in a mount namespace of its own.
"""


def markdown(record):
    works = record["works"]
    places = sorted({work["place"] for work in works.values()}, key=len)
    lines = [INTRODUCTION.format(place="; ".join(places)), *machine(record)]
    for name, work in works.items():
        lines += ["", f"## {work['title']}", "", *table(name, work)]
    lines += ["", "## Commands", LEGEND, *commands(works)]
    lines += ["", "## What must show", "", *promises(works)]
    return "\n".join(lines) + "\n"


def machine(record):
    about = record["machine"]
    versions = ", ".join(f"{program} {version}" for program, version in record["versions"].items())
    return [
        "| | |",
        "| --- | --- |",
        f"| machine | {about['processor']}, {about['cores']} cores, {about['memory']} |",
        f"| system | {about['system']}, kernel {about['kernel']} |",
        f"| versions | {versions} |",
    ]


def table(name, work):
    medians = all_figures(work)
    ours = medians[OURS].wall if OURS in medians else None
    unit, scale, digits = ("ms", 1000, 1) if name == "start" else ("s", 1, 2)
    rounds = max(len(program["runs"]) for program in work["programs"].values())
    busy = sorted(work["busy"])[len(work["busy"]) // 2]
    yield f"{work['date']}, {rounds} rounds. Between rounds the machine was {busy:.0%} busy with other things."
    yield ""
    yield f"| program | wall, {unit} | × ours | min–max | CPU, {unit} | peak, MiB |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for label, figure in medians.items():
        shown = f"**{label}**" if label.startswith(OURS) else label
        if figure.wall is None:
            yield f"| {shown} | failed | | | | |"
            continue
        wall, low, high, cpu = (
            f"{value * scale:.{digits}f}" for value in (figure.wall, figure.low, figure.high, figure.cpu)
        )
        ratio = f"{figure.wall / ours:.2f}" if ours else "–"
        yield f"| {shown} | {wall} | {ratio} | {low}–{high} | {cpu} | {figure.peak:.1f} |"
    for label, figure in medians.items():
        if figure.errors:
            count = len(work["programs"][label]["runs"])
            said = " ".join(figure.errors[0].split()).replace("|", "/")
            yield ""
            yield f"{label}: {len(figure.errors)} of {count} runs failed: {said}"


def commands(works):
    for work in works.values():
        yield f"\n{work['title']}:\n"
        yield "```"
        yield from (program["command"] for program in work["programs"].values())
        yield "```"


def promises(works):
    kept = bars(works)
    if not kept:
        yield f"No figures of {OURS}: nothing to compare."
        return
    small = [work["title"] for name, work in works.items() if not has_size(work, name)]
    if small:
        yield f"The bars are for 2 GiB, but here the file was another size: {'; '.join(small)}."
        yield ""
    yield f"{sum(bar.kept for bar in kept)} of {len(kept)} are met."
    yield ""
    yield "| work | bar | measured | |"
    yield "| --- | --- | ---: | --- |"
    for bar in kept:
        yield f"| {bar.work} | {bar.promise} | {bar.measured} | {'met' if bar.kept else '**not met**'} |"
