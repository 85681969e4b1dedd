"""The schematic as SVG, drawn by schemdraw from the same pins as the cable list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import schemdraw
from schemdraw import elements as elm

from hardware import driver
from hardware.wiring.cables import PULL_UP_OHM, SERIES_OHM, Variant, gpio, pins

if TYPE_CHECKING:
    from pathlib import Path

    from hardware.parameters import Parameters
    from pi_meyer.service.config import PinSettings

INK: Final = "#14100C"
PAPER: Final = "#FFFDF6"


def draw(path: Path, box: Parameters, variant: Variant) -> None:
    """Write one variant's schematic."""
    schemdraw.use("svg")
    schemdraw.svgconfig.text = "text"
    drawing = schemdraw.Drawing(show=False)
    drawing.config(unit=2.6, fontsize=12, lw=1.6, color=INK, font="sans-serif", bgcolor=PAPER)
    used = pins(variant)
    header = _header(drawing, used)
    _lamps(drawing, header, box)
    _button(drawing, header)
    if variant is Variant.ENCODER:
        _encoder(drawing, header)
    screen = "pin 4 (5V), pin 6 (GND): the screen's own leads"
    drawing.add(elm.Label().at((header.g1[0] + 3.6, header.g1[1] - 2.6)).label(screen))
    text = drawing.get_imagedata("svg").decode("utf-8")
    path.write_text(_on_paper(text), encoding="utf-8")


def _on_paper(svg: str) -> str:
    """Return the drawing on a filled page: some viewers ignore the root's background."""
    left, top, wide, high = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', svg).groups()  # type: ignore[union-attr]
    page = f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="{PAPER}"/>'
    head, tail = svg.split(">", 1)
    return f"{head}>{page}{tail}\n"


def _header(drawing: Any, used: PinSettings) -> Any:  # noqa: ANN401 - schemdraw is untyped
    right = [
        elm.IcPin(name="pin 2 (5V)", side="right", anchorname="v5"),
        elm.IcPin(name=gpio(used.light), side="right", anchorname="light"),
        elm.IcPin(name="pin 9 (GND)", side="right", anchorname="g1"),
    ]
    left = [
        elm.IcPin(name="pin 1 (3V3)", side="left", anchorname="v3"),
        elm.IcPin(name=gpio(used.lift), side="left", anchorname="lift"),
        elm.IcPin(name="pin 14 (GND)", side="left", anchorname="g2"),
    ]
    if used.encoder_a is not None and used.encoder_b is not None:
        left += [
            elm.IcPin(name=gpio(used.encoder_a), side="left", anchorname="a"),
            elm.IcPin(name=gpio(used.encoder_b), side="left", anchorname="b"),
            elm.IcPin(name="pin 30 (GND)", side="left", anchorname="g3"),
        ]
    left.reverse()
    right.reverse()
    rows = max(len(left), len(right))
    size = (7.6, 2.1 * rows + 1.0)
    header = elm.Ic(pins=[*left, *right], size=size, pinspacing=2.1)
    return drawing.add(header.label("Raspberry Pi header", "top"))


def _lamps(drawing: Any, header: Any, box: Parameters) -> None:  # noqa: ANN401
    made = driver.figures(box)
    count = box.lamps.count
    drawing.add(elm.Line().right().at(header.v5).length(4.2).label("+5", "top"))
    drawing.add(elm.Line().up().length(1.2))
    drawing.add(elm.Resistor().right().label(f"Rk {made.ballast_ohm:g} Ω"))
    drawing.add(elm.LED().right())
    corner = drawing.add(elm.Line().right().length(0.6))
    drawing.add(elm.Resistor().right().at(header.light).label(f"Rb {made.base_ohm:g} Ω"))
    drawing.add(elm.Line().right().length(1.2))
    node = drawing.add(elm.Dot())
    drawing.add(elm.Line().right().tox(corner.end).length(4.2))
    big = drawing.add(elm.BjtNpn(circle=True).right().anchor("base").label("T1 BD139", "right"))
    drawing.add(elm.Line().at(corner.end).toy(big.collector))
    drawing.add(elm.Line().at(big.collector).tox(corner.end))
    drawing.add(elm.Line().down().at(node.center).length(0.9))
    small = elm.BjtNpn(circle=True).right().reverse().anchor("collector")
    small = drawing.add(small.at((node.center[0], node.center[1] - 0.9)).label("T2 BC547", "left"))
    drawing.add(elm.Line().down().at(big.emitter).toy(small.base))
    drawing.add(elm.Dot())
    drawing.add(elm.Line().left().tox(small.base))
    below = (big.emitter[0], small.base[1])
    drawing.add(elm.Resistor().down().at(below).label(f"Re {made.sense_ohm:g} Ω", "bottom"))
    drawing.add(elm.Ground())
    drawing.add(elm.Ground().at(small.emitter))
    drawing.add(elm.Ground().at(header.g1))
    under = (corner.end[0] - 3.0, corner.end[1] - 0.75)
    drawing.add(elm.Label().at(under).label(f"{count} x LED, each with its Rk"))
    note = f"{made.led_ma:.0f} mA each, {made.total_ma:.0f} mA in all, constant: no PWM"
    drawing.add(elm.Label().at((corner.end[0] - 3.2, corner.end[1] + 0.9)).label(note))


def _button(drawing: Any, header: Any) -> None:  # noqa: ANN401
    series = drawing.add(
        elm.Resistor().left().at(header.lift).label(f"Rs {SERIES_OHM // 1000} kΩ", "top")
    )
    drawing.add(elm.Dot())
    drawing.add(elm.Line().left().length(1.0))
    drawing.add(elm.Button().down().label("LIFT", "top").toy(header.g2))
    drawing.add(elm.Line().right().tox(header.g2))
    drawing.add(
        elm.Resistor().up().at(series.end).toy(header.v3).label(f"Rp {PULL_UP_OHM // 1000} kΩ")
    )
    drawing.add(elm.Line().right().tox(header.v3))


def _encoder(drawing: Any, header: Any) -> None:  # noqa: ANN401
    knob = elm.Ic(
        pins=[
            elm.IcPin(name="C", side="right", anchorname="c"),
            elm.IcPin(name="B", side="right", anchorname="b"),
            elm.IcPin(name="A", side="right", anchorname="a"),
        ],
        edgepadW=1.2,
        pinspacing=2.1,
        edgepadH=0.5,
    )
    made = drawing.add(
        knob.anchor("a").at((header.a[0] - 3.0, header.a[1])).label("encoder", "top")
    )
    for ours, theirs in ((made.a, header.a), (made.b, header.b), (made.c, header.g3)):
        drawing.add(elm.Line().at(ours).to(theirs))
