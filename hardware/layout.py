"""Where everything lies: the case's derived lengths and places, without any CAD.

Axes: the cup's axis is x = y = 0, the table is z = 0 at the body's underside (feet not counted);
x to the right, y to the rear, z up, seen by somebody who reads the screen. On the sloping front,
u runs to the right from the frame's middle and v up the slope; depth goes inwards from its face.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hardware.parameters import Parameters

Point2 = tuple[float, float]
Point3 = tuple[float, float, float]

UP: Final = (0.0, 0.0, 1.0)
DOWN: Final = (0.0, 0.0, -1.0)
LAMP_ROOM_MM: Final = 8.5  # from the domes' circle to the chamber's wall: LED, legs and wire
LAMP_RING_INSIDE_MM: Final = 12.0  # the ring's flat reaches that far inwards and shades the lens
LAMP_TOP_MM: Final = 3.0  # the LED's holder above the dome's middle
LAMP_FLAT_MM: Final = 4.0  # the flat below the dome's middle
LAMP_BOTTOM_MM: Final = 10.0  # the ring's underside below the dome's middle
LAMP_HEAD_MM: Final = 3.0  # the screws' heads sink that deep into the ring
LED_FACE_MM: Final = (
    1.0,
    5.0,
)  # front and back of the LED's holder behind the dome, along its axis
POST_INWARDS_MM: Final = 5.0  # posts stand that far inside the domes' circle
POST_RADIUS_MM: Final = 4.0
POSTS: Final = 4
SEAT_MM: Final = 2.5  # thickness of the window's seat
SEAT_RIM_MM: Final = 10.0  # seat and cup ring reach that far beyond the window
SEAT_SCREW_MM: Final = 5.0  # their screws stand that far beyond the window
CUP_RING_MM: Final = 7.0
TOWER_LEAST_MM: Final = 10.0  # ribbon's bend under the camera's board
TRAY_MM: Final = 3.0
STANDOFF_MM: Final = 8.0
PCB_MM: Final = 1.4
PORT_SIDE_GAP_MM: Final = 2.0  # board's edge with the power socket to the right wall
USB_END_GAP_MM: Final = 2.0  # board's end with the USB sockets to the rear wall
CABLE_GAP_MM: Final = 5.0  # dark wall to tray, where the ribbons come up
FRAME_MM: Final = 6.0
FRAME_LIP_MM: Final = 2.4  # frame in front of the glass
FRAME_BORDER_WH_MM: Final = (8.0, 3.9)
APERTURE_EDGE_MM: Final = 1.0
FOAM_MM: Final = 2.0
CLAMP_MM: Final = 5.0
SLOPE_TOP_MM: Final = 3.0
SLOPE_BOTTOM_MM: Final = 2.0
LIP_WALL_MM: Final = 2.4
VISOR_MM: Final = 9.0  # the lid reaches that far over the frame
LID_SCREW_BELOW_DECK_MM: Final = 11.0
FEED_SLOT_WH_MM: Final = (20.0, 3.0)
CAMERA_PCB_MM: Final = 1.0
CAMERA_HOLES_XY_MM: Final = ((0.0, 10.5), (0.0, -10.5), (-12.5, 10.5), (-12.5, -10.5))
CAMERA_EDGES_X_MM: Final = (-14.5, 9.5)  # the ribbon leaves at the right edge


@dataclass(frozen=True)
class Screw:
    """One screw: from the head's seat along a direction into a thread.

    Attributes:
        joint: what it holds together; also the name in the guide.
        kind: the BOM's name of the screw.
        through: parts it passes with play.
        into: the part (or bought thing) whose thread takes it.
        seat_xyz: where the head sits.
        direction_xyz: the way it is driven, unit length.
        length_mm: below the head.
        grip_mm: from the head's seat to the surface where the thread begins.
        insert: the thread is a heat-set insert (else the screw cuts its own).
    """

    joint: str
    kind: str
    through: tuple[str, ...]
    into: str
    seat_xyz: Point3
    direction_xyz: Point3
    length_mm: float
    grip_mm: float
    insert: bool = True


@dataclass(frozen=True)
class Layout:
    """Derived lengths and places of one box."""

    box: Parameters

    # ---- heights -------------------------------------------------------------------------------
    @property
    def deck_z(self) -> float:
        """Upper side of deck and window."""
        return self.box.case.height_mm

    @property
    def lid_under_z(self) -> float:
        """Underside of the lid's plate: the walls end here."""
        return self.deck_z - self.box.case.lid_mm

    @property
    def window_under_z(self) -> float:
        """Underside of the window."""
        return self.deck_z - self.box.window.thickness_mm

    @property
    def lamp_z(self) -> float:
        """Middle of the LEDs' domes."""
        return self.deck_z - self.box.lamps.depth_mm

    @property
    def pupil_z(self) -> float:
        """The lens's entrance pupil."""
        return self.deck_z - self.box.optics.lens_to_window_mm

    @property
    def camera_board_z(self) -> float:
        """Back of the camera's board: the top of its seat."""
        return self.pupil_z - self.box.camera.pupil_above_board_mm

    @property
    def board_z(self) -> float:
        """Underside of the computer's board."""
        return self.box.case.floor_mm + TRAY_MM + STANDOFF_MM

    # ---- plan ----------------------------------------------------------------------------------
    @property
    def chamber_mm(self) -> float:
        """Half the dark chamber's inner width and depth."""
        return self.box.lamps.ring_radius_mm + LAMP_ROOM_MM

    @property
    def left_x(self) -> float:
        """Outer face of the left wall."""
        return -self.chamber_mm - self.box.case.wall_mm

    @property
    def bay_x(self) -> tuple[float, float]:
        """Inner faces of the bay: dark wall and right wall."""
        start = self.chamber_mm + self.box.case.wall_mm
        return start, start + self.box.case.bay_width_mm

    @property
    def right_x(self) -> float:
        """Outer face of the right wall."""
        return self.bay_x[1] + self.box.case.wall_mm

    @property
    def rear_y(self) -> float:
        """Outer face of the rear wall."""
        return self.chamber_mm + self.box.case.wall_mm

    @property
    def slope_top_y(self) -> float:
        """Where the sloping front begins, at the walls' top."""
        return -self.rear_y - self.box.case.deck_front_mm

    @property
    def slope_bottom_y(self) -> float:
        """Where the sloping front meets the table."""
        return self.slope_top_y - self.lid_under_z / math.tan(self.slant)

    @property
    def body_wd(self) -> tuple[float, float]:
        """Outer width and depth of the body."""
        return self.right_x - self.left_x, self.rear_y - self.slope_bottom_y

    @property
    def lid_x(self) -> tuple[float, float]:
        """Left and right edge of the lid."""
        reach = self.box.fit.gap_mm + LIP_WALL_MM
        return self.left_x - reach, self.right_x + reach

    @property
    def lid_y(self) -> tuple[float, float]:
        """Front and rear edge of the lid."""
        return self.slope_top_y - VISOR_MM, self.rear_y + self.box.fit.gap_mm + LIP_WALL_MM

    # ---- window and cup --------------------------------------------------------------------------
    @property
    def window_radius(self) -> float:
        """Radius of the window's disc."""
        return self.box.window.diameter_mm / 2

    @property
    def opening_radius(self) -> float:
        """Radius of the free hole under the window."""
        return self.window_radius - self.box.window.ledge_mm

    @property
    def seat_radius(self) -> float:
        """Outer radius of the window's seat and of the cup ring."""
        return self.window_radius + SEAT_RIM_MM

    @property
    def base_radius(self) -> float:
        """Outer radius of the cup's base."""
        base = self.box.base
        return (self.box.cup.outer_diameter_mm + base.cup_play_mm) / 2 + base.rim_wall_mm

    @property
    def cup_ring_inside(self) -> float:
        """Inner radius of the ring in which the base stands."""
        return self.base_radius + self.box.base.seat_play_mm / 2

    # ---- lamps -----------------------------------------------------------------------------------
    @property
    def post_radius(self) -> float:
        """Circle of the posts that carry the lamp ring."""
        return self.box.lamps.ring_radius_mm - POST_INWARDS_MM

    @property
    def lamp_ring_inside(self) -> float:
        """Inner radius of the lamp ring."""
        return self.box.lamps.ring_radius_mm - LAMP_RING_INSIDE_MM

    def led_cone_radius(self, behind_mm: float, z: float) -> float:
        """Radius at height z of the cone that lies `behind_mm` behind the domes, square to them."""
        tilt = math.radians(self.box.lamps.tilt_deg)
        below = (self.lamp_z - z) * math.sin(tilt)
        return self.box.lamps.ring_radius_mm + (behind_mm - below) / math.cos(tilt)

    # ---- front -----------------------------------------------------------------------------------
    @property
    def slant(self) -> float:
        """Angle of the front, radians."""
        return math.radians(self.box.case.slant_deg)

    @property
    def frame_wh(self) -> tuple[float, float]:
        """Outer size of the screen's frame; as wide as the body."""
        height = self.box.display.glass_wh_mm[1] + 2 * FRAME_BORDER_WH_MM[1]
        return self.body_wd[0], height

    @property
    def frame_mid_x(self) -> float:
        """Middle of the frame."""
        return (self.left_x + self.right_x) / 2

    @property
    def slope_mm(self) -> float:
        """Length of the sloping front."""
        return self.lid_under_z / math.sin(self.slant)

    def on_slope(self, u: float, v: float, depth: float) -> Point3:
        """Return the place of a point of the front: u, v from the frame's middle, depth inwards."""
        down = SLOPE_TOP_MM + self.frame_wh[1] / 2 - v
        sine, cosine = math.sin(self.slant), math.cos(self.slant)
        y = self.slope_top_y - down * cosine + depth * sine
        z = self.lid_under_z - down * sine - depth * cosine
        return self.frame_mid_x + u, y, z

    @property
    def frame_screw_u(self) -> float:
        """Screws of frame and clamps stand that far to the side of the middle."""
        return self.frame_wh[0] / 2 - FRAME_BORDER_WH_MM[0] / 2

    @property
    def clamp_v(self) -> float:
        """The clamps' height above and below the frame's middle: clear of the driver board."""
        return self.box.display.chassis_wh_mm[1] / 2 - 8.0

    @property
    def clamp_leg_mm(self) -> float:
        """Height of the clamps' feet, so that foam of 2 mm is just pressed."""
        glass_back = FRAME_LIP_MM + self.box.display.chassis_depth_mm
        return glass_back + FOAM_MM - 0.5 - FRAME_MM

    @property
    def intrusion_y(self) -> float:
        """How far behind the slope's top the display's rearmost point lies."""
        tall = self.box.display.depth_mm + FRAME_LIP_MM - FRAME_MM
        bars = self.clamp_leg_mm + CLAMP_MM
        points = (
            self.on_slope(0, self.box.display.boards_wh_mm[1] / 2, tall),
            self.on_slope(0, self.clamp_v + 6, bars),
        )
        return max(point[1] for point in points) - self.slope_top_y

    # ---- bay -------------------------------------------------------------------------------------
    @property
    def board_corner_xy(self) -> Point2:
        """The board's corner between power side and far end (front): its holes count from it."""
        rear_inside = self.rear_y - self.box.case.wall_mm
        length = self.box.board.outline_wh_mm[0]
        return self.bay_x[1] - PORT_SIDE_GAP_MM, rear_inside - USB_END_GAP_MM - length

    @property
    def standoffs_xy(self) -> tuple[Point2, ...]:
        """Where the computer's board is screwed down."""
        x, y = self.board_corner_xy
        return tuple((x - across, y + along) for along, across in self.box.board.holes_xy_mm)

    @property
    def tray_xy(self) -> tuple[Point2, Point2]:
        """Two corners of the tray: front left, rear right."""
        rear_inside = self.rear_y - self.box.case.wall_mm
        return (
            (self.bay_x[0] + CABLE_GAP_MM, self.board_corner_xy[1] - 4.0),
            (self.bay_x[1] - 1.0, rear_inside - 1.0),
        )

    @property
    def button_xy(self) -> Point2:
        """Middle of the LIFT button."""
        return (self.bay_x[0] + self.bay_x[1]) / 2, 0.0

    @property
    def encoder_xy(self) -> Point2:
        """Middle of the encoder, in front of the button."""
        return self.button_xy[0], -self.box.button.rim_mm / 2 - 20.0

    @cached_property
    def screws(self) -> tuple[Screw, ...]:
        """All screws of the box."""
        return (
            *self._seat_screws(),
            *self._lamp_screws(),
            *self._lid_screws(),
            *self._tower_screws(),
            *self._camera_screws(),
            *self._tray_screws(),
            *self._board_screws(),
            *self._frame_screws(),
            *self._clamp_screws(),
        )

    def _seat_screws(self) -> list[Screw]:
        radius, z = self.window_radius + SEAT_SCREW_MM, self.lid_under_z - SEAT_MM
        grip = SEAT_MM + self.box.case.lid_mm
        through = ("window_seat", "lid")
        return [
            Screw("window seat", "M3x10", through, "cup_ring", (x, y, z), UP, 10, grip)
            for x, y in ring(4, radius, 45.0)
        ]

    def _lamp_screws(self) -> list[Screw]:
        z = self.lamp_z - LAMP_BOTTOM_MM + LAMP_HEAD_MM
        grip = LAMP_BOTTOM_MM - LAMP_HEAD_MM - LAMP_FLAT_MM
        return [
            Screw("lamp ring", "M3x8", ("lamp_ring",), "window_seat", (x, y, z), UP, 8, grip)
            for x, y in ring(POSTS, self.post_radius, 0.0)
        ]

    def _lid_screws(self) -> list[Screw]:
        z = self.deck_z - LID_SCREW_BELOW_DECK_MM
        side, grip = 42.0, self.box.case.wall_mm + self.box.fit.gap_mm
        places = (
            *(((self.left_x, y, z), (1.0, 0.0, 0.0)) for y in (-side, side)),
            *(((self.right_x, y, z), (-1.0, 0.0, 0.0)) for y in (-side - 8, side + 8)),
            *(((x, self.rear_y, z), (0.0, -1.0, 0.0)) for x in (-side, side)),
        )
        return [Screw("lid", "M3x8", ("body",), "lid", xyz, way, 8, grip) for xyz, way in places]

    def _tower_screws(self) -> list[Screw]:
        grip = self.box.case.floor_mm
        return [
            Screw("camera seat", "M3x8", ("body",), "camera_seat", (x, y, 0.0), UP, 8, grip)
            for x in (-24.0, 24.0)
            for y in (-20.0, 20.0)
        ]

    def _camera_screws(self) -> list[Screw]:
        z = self.camera_board_z + CAMERA_PCB_MM
        into = "camera_seat"
        return [
            Screw("camera", "M2x6", (), into, (x, y, z), DOWN, 6, CAMERA_PCB_MM, insert=False)
            for x, y in CAMERA_HOLES_XY_MM
        ]

    @property
    def tray_screws_xy(self) -> tuple[Point2, ...]:
        """Where the tray is held: under the board, between its standoffs."""
        (left, front), (right, rear) = self.tray_xy
        return (
            (left + 20, front + 14),
            (right - 20, front + 14),
            (left + 20, rear - 34),
            (right - 20, rear - 34),
        )

    def _tray_screws(self) -> list[Screw]:
        grip, into = self.box.case.floor_mm, "computer_tray"
        return [
            Screw("computer tray", "M3x8", ("body",), into, (x, y, 0.0), UP, 8, grip)
            for x, y in self.tray_screws_xy
        ]

    def _board_screws(self) -> list[Screw]:
        z, into = self.board_z + PCB_MM, "computer_tray"
        return [
            Screw("computer", "M2.5x6", (), into, (x, y, z), DOWN, 6, PCB_MM, insert=False)
            for x, y in self.standoffs_xy
        ]

    def _frame_screws(self) -> list[Screw]:
        inward = (0.0, math.sin(self.slant), -math.cos(self.slant))
        seat = [(u, v) for u in (-self.frame_screw_u, self.frame_screw_u) for v in (-20.0, 20.0)]
        return [
            Screw(
                joint="screen frame",
                kind="M3x10",
                through=("screen_frame",),
                into="body",
                seat_xyz=self.on_slope(u, v, -FRAME_MM),
                direction_xyz=inward,
                length_mm=10,
                grip_mm=FRAME_MM,
            )
            for u, v in seat
        ]

    def _clamp_screws(self) -> list[Screw]:
        outward = (0.0, -math.sin(self.slant), math.cos(self.slant))
        grip = self.clamp_leg_mm + CLAMP_MM
        length = round((grip + 4.0) / 2) * 2
        return [
            Screw(
                joint="screen clamps",
                kind=f"M3x{length}",
                through=("screen_clamp",),
                into="screen_frame",
                seat_xyz=self.on_slope(u, v, grip),
                direction_xyz=outward,
                length_mm=length,
                grip_mm=grip,
            )
            for u in (-self.frame_screw_u, self.frame_screw_u)
            for v in (-self.clamp_v, self.clamp_v)
        ]


def ring(count: int, radius: float, first_deg: float) -> list[Point2]:
    """Return points on a circle round the axis."""
    turns = [math.radians(first_deg + 360.0 * i / count) for i in range(count)]
    return [(radius * math.cos(t), radius * math.sin(t)) for t in turns]
