"""From runs to figures: medians, ratios, and the bars that Sluice sets itself."""

from dataclasses import dataclass
from statistics import median

from .works import OURS

PEERS_2_GIB = {"curl": 2.2, "wget": 2.2, "axel -n 4": 2.2, "aria2 -x 1": 3, "aria2 -x 16": 3, "aria2-next": 3}
FULL_SIZE = 2 << 30


@dataclass
class Figures:
    """Medians of one program's right runs: seconds, seconds, MiB. `errors` are what was wrong with the others."""

    wall: float | None
    low: float | None
    high: float | None
    cpu: float | None
    peak: float | None
    errors: list


def figures(program):
    good = [run for run in program["runs"] if not run["error"]]
    errors = [run["error"] for run in program["runs"] if run["error"]]
    if not good:
        return Figures(None, None, None, None, None, errors)
    walls = [run["wall"] for run in good]
    return Figures(
        median(walls),
        min(walls),
        max(walls),
        median(run["cpu"] for run in good),
        median(run["peak"] for run in good) / 1024,
        errors,
    )


def all_figures(work):
    return {label: figures(program) for label, program in work["programs"].items()}


def has_size(work, name):
    return not name.startswith("big") or work["bytes"] == FULL_SIZE


@dataclass
class Bar:
    """One promise, what was measured, and whether it is kept."""

    work: str
    promise: str
    measured: str
    kept: bool


def bars(works):
    """The bars of the works that were run and have figures of ours."""
    found = []
    for name, work in works.items():
        medians = all_figures(work)
        if OURS in medians and medians[OURS].wall is not None:
            found += bars_of(name, work, medians)
    return found


def bars_of(name, work, medians):
    ours = medians[OURS]
    title = work["title"]
    found = []

    def at_most(limit, peer):
        if (figure := medians.get(peer)) and figure.wall is not None:
            ratio = ours.wall / figure.wall
            found.append(Bar(title, f"at most {limit} × {peer}", f"{ratio:.2f} ×", ratio <= limit))

    def slower(limit, peer):
        if (figure := medians.get(peer)) and figure.wall is not None:
            ratio = figure.wall / ours.wall
            promise = f"{peer} at least {limit} × ours" if limit > 1 else f"{peer} slower than ours"
            found.append(Bar(title, promise, f"{ratio:.2f} ×", ratio >= limit if limit > 1 else ratio > 1))

    def memory(limit):
        found.append(Bar(title, f"peak memory under {limit} MiB", f"{ours.peak:.1f} MiB", ours.peak < limit))

    peers = [label for label in medians if not label.startswith(OURS)]
    if name == "big-http":
        at_most(1.2, "floor")
        for peer in peers:
            limits = dict(PEERS_2_GIB, wget2=1.2, FoundationNetworking=5)
            if peer in limits:
                slower(limits[peer], peer)
        memory(24)
    elif name == "big-https":
        for peer in peers:
            slower(1.3, peer)
        memory(24)
    elif name in ("many-http", "many-https"):
        at_most(1.2, "curl --parallel")
        for peer in peers:
            if peer != "curl --parallel":
                slower(1, peer)
    elif name == "list":
        memory(48)
    elif name == "start" and (curl := medians.get("curl")) and curl.wall is not None:
        more = (ours.wall - curl.wall) * 1000
        found.append(Bar(title, "at most 20 ms over curl", f"{more:+.1f} ms", more <= 20))
    return found
