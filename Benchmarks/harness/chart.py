"""Draws the wall times as an SVG of bars, one panel per work, in two columns."""

from html import escape

from .figures import all_figures
from .works import OURS

WIDTH, GAP = 460, 40
LABEL, VALUE = 150, 84
BAR, STEP, HEAD, FOOT = 14, 22, 44, 18
LONGEST = 8  # × ours; longer bars are cut, and say so

STYLE = """
  text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
  .title { font-size: 14px; font-weight: 600; }
  .note, .value { fill: #59636e; }
  .value { font-variant-numeric: tabular-nums; }
  .ours { font-weight: 600; }
  rect { fill: #9aa4af; }
  rect.ours { fill: #1a7f5a; }
  rect.floor { fill: #c9a227; }
  .axis { stroke: #d1d9e0; }
  .cut { stroke: #ffffff; stroke-width: 3; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .note, .value { fill: #9198a1; }
    rect { fill: #6e7681; }
    rect.ours { fill: #3fb984; }
    rect.floor { fill: #d4b44a; }
    .axis { stroke: #3d444d; }
    .cut { stroke: #0d1117; }
  }
"""


def svg(works):
    panels = [panel for name, work in works.items() if (panel := draw(name, work))]
    heights = [0, 0]
    parts = []
    for height, drawing in panels:
        column = 0 if heights[0] <= heights[1] else 1
        parts.append(f'<g transform="translate({column * (WIDTH + GAP)} {heights[column]})">{drawing}</g>')
        heights[column] += height
    width = 2 * WIDTH + GAP if len(panels) > 1 else WIDTH
    size = f'width="{width}" height="{max(heights)}" viewBox="0 0 {width} {max(heights)}"'
    title = "Median time of Sluice and other downloaders; shorter is better"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}">'
    return "\n".join([head, f"<style>{STYLE}</style>", *parts, "</svg>"]) + "\n"


def draw(name, work):
    """Height and drawing of one panel; None where there is nothing to draw."""
    medians = {label: figure for label, figure in all_figures(work).items() if figure.wall is not None}
    if not medians:
        return None
    memory = name == "list"
    values = {label: figure.peak if memory else figure.wall for label, figure in medians.items()}
    longest = max(values.values())
    if OURS in values:
        longest = min(longest, LONGEST * values[OURS])
    kind = "peak memory" if memory else "wall time"
    parts = [
        f'<text class="title" x="0" y="18">{escape(work["title"])}</text>',
        f'<text class="note" x="0" y="34">{kind}, median; shorter is better</text>',
    ]
    for index, (label, value) in enumerate(sorted(values.items(), key=lambda pair: pair[1])):
        parts.append(bar(label, value, longest, HEAD + index * STEP, shown(name, value)))
    height = HEAD + len(values) * STEP
    parts.append(f'<line class="axis" x1="{LABEL}" y1="{HEAD - 2}" x2="{LABEL}" y2="{height - 4}"/>')
    return height + FOOT, "\n".join(["", *parts, ""])


def shown(name, value):
    if name == "list":
        return f"{value:.1f} MiB"
    return f"{value * 1000:.1f} ms" if name == "start" else f"{value:.2f} s"


def bar(label, value, longest, y, text):
    room = WIDTH - LABEL - VALUE
    length = max(1, room * min(value, longest) / longest)
    kind = "ours" if label.startswith(OURS) else "floor" if label == "floor" else "peer"
    middle = y + BAR - 3
    parts = [
        f'<text class="{kind}" x="{LABEL - 8}" y="{middle}" text-anchor="end">{escape(label)}</text>',
        f'<rect class="{kind}" x="{LABEL}" y="{y}" width="{length:.1f}" height="{BAR}" rx="2"/>',
        f'<text class="value" x="{LABEL + length + 6:.1f}" y="{middle}">{text}</text>',
    ]
    if value > longest:
        x = LABEL + room - 24
        parts.append(f'<line class="cut" x1="{x}" y1="{y + BAR + 1}" x2="{x + 6}" y2="{y - 1}"/>')
    return "".join(parts)
