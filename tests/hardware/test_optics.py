"""The rays of the box, and that the program's defaults mean the same geometry."""

from __future__ import annotations

import numpy as np
import pytest

from hardware import driver, optics
from hardware.layout import Layout
from hardware.make import VARIANTS
from hardware.parameters import Parameters, load, with_value
from pi_meyer.vision import plate
from pi_meyer.vision.card import CARD_RADIUS_MM
from pi_meyer.vision.profiles import camera_profile

STANDARD = load()
WIDE = load(**VARIANTS["flat-wide"])
BOXES = pytest.mark.parametrize("box", [WIDE, STANDARD], ids=["wide", "standard"])


def test_without_acrylic_the_mirror_rule_is_the_plain_one() -> None:
    """With a vanishing window a lamp is seen at r * d / (d + h), the rule of the design."""
    box = with_value(with_value(WIDE, "window.thickness_mm", 1e-6), "base.disc_thickness_mm", 1e-6)
    d, h = box.optics.lens_to_window_mm, box.lamps.depth_mm
    for radius in (30.0, 52.0, 80.0):
        seen = optics.image_radius_mm(box, optics.Surface.BASE_ABOVE, radius)
        assert seen == pytest.approx(radius * d / (d + h), abs=1e-3)


def test_the_example_of_the_design_comes_out() -> None:
    """Camera 100 mm, lamps at 52 mm and 20 mm deep: the image lies at 43 mm."""
    box = with_value(with_value(WIDE, "window.thickness_mm", 1e-6), "base.disc_thickness_mm", 1e-6)
    box = with_value(with_value(box, "optics.lens_to_window_mm", 100.0), "lamps.depth_mm", 20.0)
    assert optics.image_radius_mm(box, optics.Surface.WINDOW_BELOW, 52.0) == pytest.approx(
        43.3, abs=0.1
    )


@BOXES
def test_no_lamp_is_mirrored_onto_the_region_of_interest(box: Parameters) -> None:
    """In every face of window and base, and on the dice, the image's inner edge lies outside."""
    for image in optics.mirror_images(box):
        assert image.radius_mm > box.optics.roi_diameter_mm / 2, image


@BOXES
def test_the_lens_can_focus_on_the_dice(box: Parameters) -> None:
    """The optical distance lies within the lens's range with a tenth to spare or more."""
    assert optics.focus_mm(box) >= box.camera.focus_from_mm * 1.1
    assert 5 < optics.lens_position(box) < 1000 / box.camera.focus_from_mm


@BOXES
def test_the_picture_covers_the_region_of_interest_of_a_hand_built_box(box: Parameters) -> None:
    """Even with the camera off its axis the circle stays inside the picture's shorter side."""
    needed = box.optics.roi_diameter_mm / 2 + box.optics.off_axis_mm
    assert optics.seen_radius_mm(box, box.camera.vfov_deg / 2) >= needed
    wide_enough = box.optics.picture_wh_px[0] / optics.px_per_mm(box) / 2
    assert wide_enough >= needed
    assert optics.view_half_angle_deg(box, needed) <= box.camera.hfov_deg / 2


@BOXES
def test_a_die_is_large_enough_to_be_read(box: Parameters) -> None:
    """A 16 mm die spans 60 pixels or more at the working size."""
    assert optics.px_per_mm(box) * 16 >= 60


@BOXES
def test_seen_radius_and_view_angle_undo_each_other(box: Parameters) -> None:
    """A point's angle, sent back, meets the point."""
    for radius in (5.0, 20.0, 42.0):
        angle = optics.view_half_angle_deg(box, radius)
        assert optics.seen_radius_mm(box, angle) == pytest.approx(radius, abs=1e-6)


@BOXES
def test_light_is_even_enough(box: Parameters) -> None:
    """No place in the region of interest gets less than half or more than twice the middle."""
    least, most = optics.evenness(box)
    assert least >= 0.5
    assert most <= 2.0


def test_fresnel_loses_four_percent_straight_on_and_all_at_grazing() -> None:
    """Acrylic straight on passes 96 percent; grazing light is mirrored."""
    straight, grazing = optics.fresnel_transmission(np.array([1.0, 1e-9]), 1.49)
    assert straight == pytest.approx(0.961, abs=0.002)
    assert grazing == pytest.approx(0.0, abs=1e-6)


def test_the_programs_region_of_interest_is_the_boxes() -> None:
    """The reader looks at the circle that the case keeps free."""
    assert WIDE.optics.roi_diameter_mm / 2 == plate.RADIUS_MM


@BOXES
def test_the_guess_of_an_uncalibrated_program_fits_this_box(box: Parameters) -> None:
    """Scale guess within 6 percent, and the guessed circle still holds the whole true one."""
    width = int(box.optics.picture_wh_px[0])
    guess = plate.Plate.default((width, int(box.optics.picture_wh_px[1])))
    true = optics.px_per_mm(box)
    assert guess.px_per_mm == pytest.approx(true, rel=0.06)
    assert guess.radius_mm * guess.px_per_mm >= (42.0 + box.optics.off_axis_mm) * true


@pytest.mark.parametrize(
    ("key", "profile"), [("module-3-wide", "module3_wide"), ("module-3", "module3")]
)
def test_cameras_are_the_programs_cameras(key: str, profile: str) -> None:
    """Angles, nearest focus and working distance agree with models/cameras."""
    ours, theirs = load(choice__camera=key).camera, camera_profile(profile)
    assert (ours.hfov_deg, ours.vfov_deg) == (theirs.hfov_deg, theirs.vfov_deg)
    assert ours.focus_from_mm == theirs.closest_focus_mm
    box = WIDE if key == "module-3-wide" else STANDARD
    assert box.optics.lens_to_window_mm == theirs.working_distance_mm
    assert tuple(box.optics.picture_wh_px) == theirs.picture_wh_px


def test_the_lamp_current_does_not_follow_the_supply() -> None:
    """At the supply's lower limit the source still works; its current names no supply voltage."""
    low, high = (driver.figures(with_value(WIDE, "power.supply_v", v)) for v in (4.75, 5.25))
    assert low.total_ma == high.total_ma
    assert low.headroom_v > 0.2


def test_resistors_are_ones_that_can_be_bought() -> None:
    """All values are of the E24 row, and the current is within 5 percent of the wanted one."""
    made = driver.figures(WIDE)
    for ohm in (made.sense_ohm, made.ballast_ohm, made.base_ohm):
        assert driver.e24(ohm) == ohm
    assert made.led_ma == pytest.approx(WIDE.lamps.current_ma, rel=0.05)
    assert made.pin_ma <= WIDE.power.gpio_most_ma
    assert made.sense_w < 0.25
    assert made.transistor_w < 0.8


@pytest.mark.parametrize("board", ["pi-5", "pi-4"])
def test_the_supply_carries_everything_with_a_third_to_spare(board: str) -> None:
    """The budget's sum stays below three quarters of what the recommended supply gives."""
    box = load(choice__board=board)
    assert sum(load.watts for load in driver.budget(box)) <= 0.75 * driver.supply_w(box)


def test_the_cup_and_its_base_lie_inside_what_is_seen() -> None:
    """A die at the rim of the largest cup still lies wholly in the region of interest."""
    layout = Layout(WIDE)
    assert layout.base_radius <= WIDE.optics.roi_diameter_mm / 2
    assert layout.cup_ring_inside > layout.base_radius


def test_the_calibration_card_lies_in_the_cups_ring() -> None:
    """The printed card fits the ring with little play, so that its middle is the cup's middle."""
    inside = Layout(STANDARD).cup_ring_inside
    assert inside - 0.5 <= CARD_RADIUS_MM <= inside - 0.1
