"""Whether a box can exist. A number that makes none is refused with the nearest that does.

Each check measures its slack: how far the box is on the possible side, in the unit that its reason
names. Slack below zero is impossible. The nearest possible values are found by trying.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hardware import driver, optics
from hardware.layout import (
    CABLE_GAP_MM,
    CUP_RING_MM,
    LAMP_BOTTOM_MM,
    LAMP_TOP_MM,
    PORT_SIDE_GAP_MM,
    SEAT_MM,
    SEAT_RIM_MM,
    SLOPE_BOTTOM_MM,
    SLOPE_TOP_MM,
    TOWER_LEAST_MM,
    Layout,
)
from hardware.parameters import ImpossibleBoxError, Parameters, with_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

GRAIN: Final = 0.1
FARTHEST: Final = 300  # whole steps tried in each direction
TINY: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must hold.

    Attributes:
        mends: the parameters that could mend it, the likeliest first.
        reason: what is wrong, as the end of a sentence.
        slack: how far the box is on the possible side.
    """

    mends: tuple[str, ...]
    reason: str
    slack: Callable[[Parameters], float]


def _camera_above_floor(box: Parameters) -> float:
    return Layout(box).camera_board_z - box.case.floor_mm - TOWER_LEAST_MM


def _slope_carries_frame(box: Parameters) -> float:
    layout = Layout(box)
    return layout.slope_mm - layout.frame_wh[1] - SLOPE_TOP_MM - SLOPE_BOTTOM_MM


def _frame_carries_glass(box: Parameters) -> float:
    return Layout(box).frame_wh[0] - box.display.glass_wh_mm[0] - 2 * 8.0


def _button_clears_board(box: Parameters) -> float:
    layout = Layout(box)
    return layout.lid_under_z - box.button.below_deck_mm - layout.board_z - box.board.height_mm


def _field_of_view(box: Parameters) -> float:
    seen = optics.seen_radius_mm(box, min(box.camera.vfov_deg, box.camera.hfov_deg) / 2)
    return seen - box.optics.roi_diameter_mm / 2 - box.optics.off_axis_mm


def _view_through_seat(box: Parameters) -> float:
    angle = math.radians(optics.view_half_angle_deg(box, box.optics.roi_diameter_mm / 2))
    needed = optics.lens_air_mm(box) * math.tan(angle)
    return Layout(box).opening_radius - needed - box.optics.off_axis_mm


def _view_through_lamps(box: Parameters) -> float:
    angle = math.radians(optics.view_half_angle_deg(box, box.optics.roi_diameter_mm / 2))
    at_ring = (box.optics.lens_to_window_mm - box.lamps.depth_mm) * math.tan(angle)
    return Layout(box).lamp_ring_inside - at_ring - box.optics.off_axis_mm


def _mirror_images(box: Parameters) -> float:
    lamp = optics.lamp_air_mm(box)
    share = lamp / (lamp + optics.lens_air_mm(box))
    wander = box.optics.off_axis_mm * share
    return optics.nearest_image_mm(box) - box.optics.roi_diameter_mm / 2 - wander


def _die_px(box: Parameters) -> float:
    return optics.px_per_mm(box) * box.optics.die_edge_mm - box.optics.die_least_px


def _lamps_below_seat(box: Parameters) -> float:
    layout = Layout(box)
    return layout.lid_under_z - SEAT_MM - 1.0 - layout.lamp_z - LAMP_TOP_MM


def _lamps_above_lens(box: Parameters) -> float:
    layout = Layout(box)
    return layout.lamp_z - LAMP_BOTTOM_MM - layout.pupil_z - 5.0


def _lamp_spacing(box: Parameters) -> float:
    around = 2 * math.pi * box.lamps.ring_radius_mm / max(1, box.lamps.count)
    return around - box.lamps.led_diameter_mm - 3.0


def _posts_on_seat(box: Parameters) -> float:
    layout = Layout(box)
    outside = layout.seat_radius - layout.post_radius - 4.0
    return min(outside, layout.post_radius - 4.0 - layout.opening_radius)


def _seat_in_chamber(box: Parameters) -> float:
    return Layout(box).chamber_mm - 1.0 - box.window.diameter_mm / 2 - SEAT_RIM_MM + 2.0


def _window_carries_base(box: Parameters) -> float:
    layout = Layout(box)
    return layout.window_radius - layout.cup_ring_inside - 3.0


def _base_in_sight(box: Parameters) -> float:
    return box.optics.roi_diameter_mm / 2 - Layout(box).base_radius


def _two_dice_in_cup(box: Parameters) -> float:
    two_dice = math.hypot(2 * box.optics.die_edge_mm, box.optics.die_edge_mm)
    return box.cup.outer_diameter_mm - 8.0 - two_dice - box.optics.die_edge_mm / 2


def _display_clears_wall(box: Parameters) -> float:
    return box.case.deck_front_mm - Layout(box).intrusion_y - 2.0


def _board_in_bay(box: Parameters) -> float:
    across = box.board.outline_wh_mm[1]
    return box.case.bay_width_mm - PORT_SIDE_GAP_MM - CABLE_GAP_MM - across


def _button_in_bay(box: Parameters) -> float:
    return box.case.bay_width_mm + 2 * box.case.wall_mm - box.button.rim_mm


def _button_clears_cup_ring(box: Parameters) -> float:
    layout = Layout(box)
    return layout.button_xy[0] - box.button.rim_mm / 2 - layout.seat_radius - 3.0


def _lid_fits_bed_x(box: Parameters) -> float:
    left, right = Layout(box).lid_x
    return box.printer.bed_xyz_mm[0] - (right - left)


def _body_fits_bed_y(box: Parameters) -> float:
    return box.printer.bed_xyz_mm[1] - Layout(box).body_wd[1]


def _body_fits_bed_z(box: Parameters) -> float:
    return box.printer.bed_xyz_mm[2] - Layout(box).lid_under_z


def _ring_insert(box: Parameters) -> float:
    return CUP_RING_MM - box.fit.m3_insert_depth_mm - box.fit.least_wall_mm


HEIGHT = "case.height_mm"
LENS = "optics.lens_to_window_mm"
RING = "lamps.ring_radius_mm"
DEPTH = "lamps.depth_mm"

CHECKS: Final[tuple[Check, ...]] = (
    Check(
        (LENS, HEIGHT),
        "the camera and its ribbon would reach into the table",
        _camera_above_floor,
    ),
    Check(
        (LENS,),
        "the lens cannot focus so near",
        lambda box: optics.focus_mm(box) - box.camera.focus_from_mm,
    ),
    Check((LENS,), "the camera's field of view would cut the region of interest", _field_of_view),
    Check((LENS,), "a die would be too small in the picture to be read", _die_px),
    Check(
        (RING, DEPTH, LENS),
        "the lamps' mirror images would lie on the dice",
        _mirror_images,
    ),
    Check((DEPTH,), "the lamps would touch the window's seat", _lamps_below_seat),
    Check((DEPTH, LENS), "the lamps would hang beside or below the lens", _lamps_above_lens),
    Check((RING,), "the lamp ring would stand in the camera's view", _view_through_lamps),
    Check(("lamps.count", RING), "the LEDs would touch each other", _lamp_spacing),
    Check(
        ("lamps.count",),
        "the posts of the lamp ring need a number that four divides, and eight at least for even "
        "light",
        lambda box: -1.0 if box.lamps.count % 4 or box.lamps.count < 8 else 0.0,
    ),
    Check(
        ("lamps.tilt_deg",),
        "the LEDs' holders need a tilt of 15 to 50 degrees",
        lambda box: min(box.lamps.tilt_deg - 15.0, 50.0 - box.lamps.tilt_deg),
    ),
    Check(
        ("lamps.current_ma",),
        "a 5 mm LED takes 5 to 20 mA",
        lambda box: min(box.lamps.current_ma - 5.0, 20.0 - box.lamps.current_ma),
    ),
    Check(
        ("lamps.forward_v", "power.supply_least_v"),
        "the supply would leave the current source no voltage to work with",
        lambda box: driver.figures(box).headroom_v,
    ),
    Check(
        ("lamps.current_ma", "lamps.count"),
        "the pin could not drive the current source",
        lambda box: box.power.gpio_most_ma - driver.figures(box).pin_ma,
    ),
    Check(
        ("window.diameter_mm", RING),
        "the lamp ring's posts would not stand on the window's seat",
        _posts_on_seat,
    ),
    Check(
        ("window.diameter_mm", RING),
        "the window's seat would not fit into the chamber",
        _seat_in_chamber,
    ),
    Check(
        ("window.diameter_mm", "cup.outer_diameter_mm"),
        "the window would be smaller than the cup's base and the ring that holds it",
        _window_carries_base,
    ),
    Check(
        ("window.ledge_mm", "window.diameter_mm"),
        "the seat's ledge would cut the camera's view",
        _view_through_seat,
    ),
    Check(
        ("window.ledge_mm",),
        "the window needs a ledge of 3 mm at least to rest on",
        lambda box: box.window.ledge_mm - 3.0,
    ),
    Check(
        ("window.thickness_mm",),
        "acrylic below 2 mm bends under a cup set down hard",
        lambda box: box.window.thickness_mm - 2.0,
    ),
    Check(
        ("window.thickness_mm", "case.lid_mm"),
        "a window thicker than the lid would stand proud of the deck",
        lambda box: box.case.lid_mm - box.window.thickness_mm,
    ),
    Check(
        ("base.disc_thickness_mm",),
        "the cup's base must be 1.5 to 4 mm: thinner breaks, thicker shifts the dice out of focus",
        lambda box: min(box.base.disc_thickness_mm - 1.5, 4.0 - box.base.disc_thickness_mm),
    ),
    Check(
        ("base.rim_wall_mm",),
        "a printed wall needs three lines of the nozzle",
        lambda box: box.base.rim_wall_mm - box.fit.least_wall_mm,
    ),
    Check(
        ("cup.outer_diameter_mm", "base.rim_wall_mm"),
        "dice at the rim would lie outside the region of interest",
        _base_in_sight,
    ),
    Check(
        ("cup.outer_diameter_mm",),
        "two dice would not lie flat beside each other in so narrow a cup",
        _two_dice_in_cup,
    ),
    Check(
        (HEIGHT, "case.slant_deg"),
        "the sloping front would be shorter than the screen and its frame",
        _slope_carries_frame,
    ),
    Check(
        ("case.bay_width_mm", RING),
        "the front would be narrower than the screen",
        _frame_carries_glass,
    ),
    Check((HEIGHT,), "the button would touch the computer below it", _button_clears_board),
    Check(
        ("case.deck_front_mm", "case.slant_deg"),
        "the screen's back would touch the dark wall",
        _display_clears_wall,
    ),
    Check(("case.bay_width_mm",), "the computer would not fit beside the chamber", _board_in_bay),
    Check(("case.bay_width_mm",), "the button's rim would be wider than the deck", _button_in_bay),
    Check(
        ("case.bay_width_mm", "window.diameter_mm"),
        "the button would touch the cup's ring",
        _button_clears_cup_ring,
    ),
    Check(
        ("case.bay_width_mm", RING, "case.wall_mm"),
        "the lid would be wider than the printer's bed",
        _lid_fits_bed_x,
    ),
    Check(
        ("case.slant_deg", "case.deck_front_mm", HEIGHT, RING),
        "the body would be deeper than the printer's bed",
        _body_fits_bed_y,
    ),
    Check((HEIGHT,), "the body would be taller than the printer", _body_fits_bed_z),
    Check(
        ("case.slant_deg",),
        "a screen flatter than 60 or steeper than 80 degrees cannot be read from both 0.5 and 2 m",
        lambda box: min(box.case.slant_deg - 60.0, 80.0 - box.case.slant_deg),
    ),
    Check(
        ("case.wall_mm",),
        "walls below 2.4 mm let light through, above 5 mm they are wasted plastic",
        lambda box: min(box.case.wall_mm - 2.4, 5.0 - box.case.wall_mm),
    ),
    Check(
        ("case.floor_mm",),
        "the floor must be 2.4 to 3.2 mm for the screws that pass it",
        lambda box: min(box.case.floor_mm - 2.4, 3.2 - box.case.floor_mm),
    ),
    Check(
        ("case.lid_mm",),
        "the lid must be 3 to 4.2 mm for the screws that pass it",
        lambda box: min(box.case.lid_mm - 3.0, 4.2 - box.case.lid_mm),
    ),
    Check(
        ("case.lip_mm",),
        "the drip edge must reach 2 to 4 mm down: shorter does not drip, longer meets the screws",
        lambda box: min(box.case.lip_mm - 2.0, 4.0 - box.case.lip_mm),
    ),
    Check(
        ("fit.m3_insert_depth_mm",),
        "the inserts would come out on top of the cup ring",
        _ring_insert,
    ),
)


def refusals(box: Parameters) -> list[str]:
    """Return one sentence for everything that is impossible about a box."""
    sentences = [_sentence(box, check) for check in CHECKS if check.slack(box) < -TINY]
    return [*_display_refusals(box), *sentences]


def require_possible(box: Parameters) -> Parameters:
    """Return the box if it can be built.

    Raises:
        ImpossibleBoxError: it cannot; every reason is named with the nearest possible value.
    """
    found = refusals(box)
    if found:
        raise ImpossibleBoxError("\n".join(found))
    return box


@dataclass(frozen=True, slots=True)
class Nearest:
    """The nearest value of one parameter that helps, and how much it helps (0 is best)."""

    name: str
    value: float
    shortfall: int


def nearest_possible(box: Parameters, name: str, failing: Check) -> Nearest | None:
    """Return the nearest value of one parameter that mends a check.

    Best is one with which the whole box is possible, then one that breaks nothing more, then one
    that mends all that this parameter decides first, then one that mends the check alone.
    """
    broken_anyway = {check for check in CHECKS if check.slack(box) < -TINY} - {failing}
    rest = [check for check in CHECKS if check not in broken_anyway]
    own = [check for check in CHECKS if check.mends[0] == name or check is failing]
    for shortfall, wanted in enumerate((CHECKS, rest, own, [failing])):
        value = _search(box, name, wanted)
        if value is not None:
            return Nearest(name, value, shortfall)
    return None


def _search(box: Parameters, name: str, wanted: Iterable[Check]) -> float | None:
    """Look outwards in whole steps, then back in fine ones."""
    table, key = name.split(".")
    start: float = getattr(getattr(box, table), key)
    checks = sorted(wanted, key=lambda check: check.slack(box) >= -TINY)
    if isinstance(start, int):
        return _outwards(box, name, checks, [start + s * n for n in range(60) for s in (1, -1)])
    grid = round(start, 1)
    coarse = [grid + sign * n for n in range(FARTHEST) for sign in (1, -1)]
    found = _outwards(box, name, checks, coarse)
    if found is None:
        return None
    sign = 1 if found >= grid else -1
    fine = [round(found - sign * (1 - GRAIN * n), 1) for n in range(1, 11)]
    return _outwards(box, name, checks, fine)


def _outwards(
    box: Parameters, name: str, checks: list[Check], values: Iterable[float]
) -> float | None:
    for value in values:
        if value > 0 and _holds(with_value(box, name, value), checks):
            return value
    return None


def _holds(box: Parameters, checks: list[Check]) -> bool:
    try:
        return all(check.slack(box) >= -TINY for check in checks)
    except (ValueError, ZeroDivisionError):  # geometry far beyond any box, met while searching
        return False


def _sentence(box: Parameters, check: Check) -> str:
    name = check.mends[0]
    table, key = name.split(".")
    value = getattr(getattr(box, table), key)
    found = [n for mend in check.mends if (n := nearest_possible(box, mend, check))]
    best = min((nearest.shortfall for nearest in found), default=0)
    ways = [f"{n.name} = {n.value:g}" for n in found if n.shortfall == best]
    hint = f"nearest possible: {', or '.join(ways)}" if ways else "change the parts chosen"
    return f"{name} = {value:g}: {check.reason}; {hint}."


def _display_refusals(box: Parameters) -> list[str]:
    if box.board.dsi or not box.display.dsi:
        return []
    sentence = (
        f'choice.display = "{box.choice.display}": {box.choice.board} has no DSI socket for it; '
        'nearest possible: choice.display = "hdmi-7", or choice.board = "pi-4".'
    )
    return [sentence]
