"""Make everything again that is made from the box's numbers: ``python -m hardware.make``.

Solids, pictures, wiring, paper and the table of the optics; what is asked for, or all of it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hardware import limits
from hardware.layout import Layout
from hardware.parameters import FILE, load
from pi_meyer.errors import MeyerError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.parameters import Parameters

ROOT: Final = Path(__file__).resolve().parent.parent
CASE: Final = ROOT / "hardware" / "case" / "made"
WIRING: Final = ROOT / "hardware" / "wiring"
SHEETS: Final = ROOT / "hardware" / "print-sheet"
PICTURES: Final = ROOT / "docs" / "pictures" / "guide"
OPTICS: Final = ROOT / "docs" / "optics.md"

VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "flat-wide": {
        "choice__camera": "module-3-wide",
        "optics__lens_to_window_mm": 70.0,
        "lamps__depth_mm": 25.0,
        "case__height_mm": 122.0,
    },
    "touch-display-2-encoder": {
        "choice__display": "touch-display-2",
        "choice__board": "pi-4",
        "choice__button": "arcade-24",
        "choice__encoder": True,
    },
    "zero-2-w-hdmi": {"choice__board": "zero-2-w", "choice__display": "hdmi-7"},
}
"""Other boxes, each as one 3MF with all its printed parts."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make what is asked for; say in one sentence why a box cannot be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", metavar="WHAT", help="all, if nothing is named")
    parser.add_argument("--parameters", type=Path, default=FILE, help="another file of numbers")
    parser.add_argument("--check", action="store_true", help="only say whether the box can be")
    parser.add_argument("--picture", action="append", default=[], help="only this picture")
    wanted = parser.parse_args(arguments)
    strangers = [name for name in wanted.what if name not in MAKERS]
    if strangers:
        parser.error(f"there is no {strangers[0]}; choose from {', '.join(MAKERS)}")
    try:
        box = limits.require_possible(load(wanted.parameters))
    except MeyerError as refusal:
        print(refusal, file=sys.stderr)
        return 2
    if wanted.check:
        print("This box can be built.")
        return 0
    for name in wanted.what or MAKERS:
        print(f"making {name}", flush=True)
        MAKERS[name](box, wanted)
    return 0


def make_case(box: Parameters, _: argparse.Namespace) -> None:
    """Write STL, 3MF and STEP of this box, and one 3MF for each other box."""
    from hardware.case import export, parts  # noqa: PLC0415 - needs the extra `hardware`

    CASE.mkdir(parents=True, exist_ok=True)
    for old in CASE.glob("variant-*.3mf"):
        old.unlink()
    solids = parts.build(Layout(box))
    meshes = printed_meshes(Layout(box), solids)
    for name, mesh in meshes.items():
        export.write_stl(CASE / f"{name}.stl", *mesh)
    export.write_3mf(CASE / "pi_meyer-case.3mf", meshes)
    export.write_step(CASE / "pi_meyer-case.step", solids)
    for name, changes in VARIANTS.items():
        layout = Layout(limits.require_possible(load(**changes)))
        export.write_3mf(CASE / f"variant-{name}.3mf", printed_meshes(layout, parts.build(layout)))


def printed_meshes(layout: Layout, solids: dict[str, Any]) -> dict[str, Any]:
    """Return the meshes to print, as they lie on the bed; equal parts once."""
    from hardware.case import export  # noqa: PLC0415 - needs the extra `hardware`

    names = [name for name in solids if name not in (*export.NOT_PRINTED, "screen_clamp_lower")]
    return {
        name.removesuffix("_upper"): export.mesh(export.as_printed(layout, name, solids[name]))
        for name in names
    }


def make_pictures(box: Parameters, wanted: argparse.Namespace) -> None:
    """Render the guide's pictures."""
    from hardware.case import pictures  # noqa: PLC0415 - needs the extra `hardware`

    pictures.write(PICTURES, pictures.Album(Layout(box)), wanted.picture)


def make_wiring(box: Parameters, _: argparse.Namespace) -> None:
    """Draw the schematics and write the wiring page."""
    from hardware.wiring import cables, schematic  # noqa: PLC0415 - needs the extra `hardware`

    for variant in cables.Variant:
        schematic.draw(WIRING / f"schematic-{variant.value}.svg", box, variant)
    (WIRING / "README.md").write_text(cables.page(box), encoding="utf-8")


def make_sheets(box: Parameters, _: argparse.Namespace) -> None:
    """Write labels, cheat sheets and the cutting template."""
    from hardware.sheets import sheets  # noqa: PLC0415 - needs the extra `hardware`

    sheets.write_all(SHEETS, box)


def make_optics(box: Parameters, _: argparse.Namespace) -> None:
    """Write the optics page's figures and its drawing."""
    from hardware import optics_page  # noqa: PLC0415 - the reader's table takes a while

    optics_page.write(OPTICS, box)


MAKERS: Final[dict[str, Callable[[Parameters, argparse.Namespace], None]]] = {
    "case": make_case,
    "wiring": make_wiring,
    "sheets": make_sheets,
    "optics": make_optics,
    "pictures": make_pictures,
}


if __name__ == "__main__":
    raise SystemExit(main())
