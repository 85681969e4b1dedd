"""Beer mats and dice as inline SVG, for a page that hangs on a wall (screens, sections 1 and 4)."""

from __future__ import annotations

from html import escape

MAT_COLOURS = ("#FF9182", "#F4DF57", "#7FDB8B", "#CBAEFF", "#F2EAD8", "#FFA6D3")
"""The colours of seats 1 to 6; seats 7 to 12 have the same as rings."""

_MAT_PATHS = (
    '<circle cx="50" cy="50" r="42"/>',
    '<rect x="11" y="11" width="78" height="78" rx="10"/>',
    '<path d="M50 4 96 50 50 96 4 50Z"/>',
    '<path d="M50 5 90 27 90 73 50 95 10 73 10 27Z"/>',
    '<path d="M12 12H88V52C88 76 68 90 50 96C32 90 12 76 12 52Z"/>',
    '<circle cx="50" cy="50" r="40" stroke-dasharray="9 7"/>',
)
_PIPS = {
    1: ((50, 50),),
    2: ((26, 26), (74, 74)),
    3: ((26, 26), (50, 50), (74, 74)),
    4: ((26, 26), (74, 26), (26, 74), (74, 74)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((26, 26), (74, 26), (26, 50), (74, 50), (26, 74), (74, 74)),
}


def mat(seat: int, name: str) -> str:
    """Draw a person's mat: colour, shape and letter; the second six are rings."""
    colour = MAT_COLOURS[seat % 6]
    ring = seat % 12 >= 6
    fill, letter = ("none", colour) if ring else (colour, "#14100C")
    return (
        f'<svg class="mat" viewBox="0 0 100 100" aria-hidden="true">'
        f'<g fill="{fill}" stroke="{colour}" stroke-width="8">{_MAT_PATHS[seat % 6]}</g>'
        f'<text x="50" y="68" fill="{letter}">{escape(name[:1].upper())}</text></svg>'
    )


def die(face: int) -> str:
    """Draw an ivory die."""
    pips = "".join(
        f'<circle cx="{x}" cy="{y}" r="{12.5 if face == 1 else 9.8}"/>' for x, y in _PIPS[face]
    )
    return (
        '<svg class="die" viewBox="0 0 100 104" aria-hidden="true">'
        '<rect y="4" width="100" height="100" rx="21" fill="#9C8658"/>'
        '<rect width="100" height="100" rx="21" fill="#FFF9EA"/>'
        f'<g fill="#14100C">{pips}</g></svg>'
    )


def life_dice(lives: int) -> str:
    """Show lives as people do on the table: one die, or a six and the rest."""
    sixes, rest = divmod(lives, 6)
    return die(6) * sixes + (die(rest) if rest else "")
