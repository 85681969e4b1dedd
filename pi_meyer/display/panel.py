"""The glass: how many pixels it has, how large they are, and which way up it hangs.

Sizes in mm come from the makers' data sheets: Raspberry Pi Touch Display 800x480 (154.08 x
85.92 mm, oblong pixels), Touch Display 2 in 720x1280 (88 x 155 mm), and the common 7-inch HDMI
panels with 1024x600 (154.2 x 85.9 mm) and 1920x1080 (154.9 x 87.1 mm).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_meyer.display.errors import PanelError

SIZES_MM_WH: dict[tuple[int, int], tuple[float, float]] = {
    (800, 480): (154.08, 85.92),
    (1024, 600): (154.21, 85.92),
    (720, 1280): (88.0, 155.0),
    (1920, 1080): (154.9, 87.1),
}
"""Panel sizes in pixels that are known, with their picture's size in mm."""

ROTATIONS = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One panel as it is mounted.

    Attributes:
        size_wh: width and height of the panel itself in pixels, before any turning.
        rotation: how far the picture is turned clockwise on the panel: 0, 90, 180 or 270 degrees.
        height_mm: height of the panel itself (along ``size_wh[1]``); None takes the data sheet's.

    Raises:
        PanelError: for a size, rotation or height that does not exist.
    """

    size_wh: tuple[int, int] = (800, 480)
    rotation: int = 0
    height_mm: float | None = None

    def __post_init__(self) -> None:
        """Refuse what no panel is."""
        if self.size_wh not in SIZES_MM_WH:
            known = ", ".join(f"{w}x{h}" for w, h in SIZES_MM_WH)
            raise PanelError(
                f"There is no panel of {self.size_wh[0]}x{self.size_wh[1]} pixels; "
                f"set the panel's size to one of {known}."
            )
        if self.rotation not in ROTATIONS:
            raise PanelError(
                f"The picture cannot be turned by {self.rotation} degrees; "
                "set the rotation to 0, 90, 180 or 270."
            )
        if self.height_mm is not None and not 40.0 <= self.height_mm <= 2000.0:
            raise PanelError(
                f"A panel is not {self.height_mm:g} mm high; measure the lit picture "
                "and set its height between 40 and 2000 mm."
            )

    @classmethod
    def named(cls, name: str, *, rotation: int = 0, height_mm: float | None = None) -> Panel:
        """The panel called "800x480" and so on.

        Raises:
            PanelError: if the name is no size, or the size is not known.
        """
        width, cross, height = name.lower().strip().partition("x")
        if not (cross and width.isdecimal() and height.isdecimal()):
            raise PanelError(f'"{name}" is no panel size; write it as pixels, like "800x480".')
        return cls(size_wh=(int(width), int(height)), rotation=rotation, height_mm=height_mm)

    @property
    def size_mm_wh(self) -> tuple[float, float]:
        """Width and height of the panel itself in mm; a height in the settings scales both."""
        width, height = SIZES_MM_WH[self.size_wh]
        grown = 1.0 if self.height_mm is None else self.height_mm / height
        return (width * grown, height * grown)

    @property
    def turned(self) -> bool:
        """Whether the picture lies across the panel."""
        return self.rotation in {90, 270}

    @property
    def picture_wh(self) -> tuple[int, int]:
        """Width and height of the picture as people see it, in pixels."""
        width, height = self.size_wh
        return (height, width) if self.turned else (width, height)

    @property
    def picture_mm_wh(self) -> tuple[float, float]:
        """Width and height of the picture as people see it, in mm."""
        width, height = self.size_mm_wh
        return (height, width) if self.turned else (width, height)

    @property
    def px_per_mm_x(self) -> float:
        """Pixels per mm across the picture as people see it."""
        return self.picture_wh[0] / self.picture_mm_wh[0]

    @property
    def px_per_mm_y(self) -> float:
        """Pixels per mm down the picture as people see it."""
        return self.picture_wh[1] / self.picture_mm_wh[1]

    def next_turn(self) -> Panel:
        """The same panel hung the next way: a portrait one in quarters, others upside down."""
        step = 90 if self.size_wh[0] < self.size_wh[1] else 180
        return replace(self, rotation=(self.rotation + step) % 360)

    def to_picture(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the panel (pixels) lies in the picture."""
        width, height = self.picture_wh
        match self.rotation:
            case 90:
                return (y, height - x)
            case 180:
                return (width - x, height - y)
            case 270:
                return (width - y, x)
            case _:
                return (x, y)

    def to_panel(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the picture (pixels) lies on the panel."""
        width, height = self.picture_wh
        match self.rotation:
            case 90:
                return (height - y, x)
            case 180:
                return (width - x, height - y)
            case 270:
                return (y, width - x)
            case _:
                return (x, y)


def every_panel() -> tuple[Panel, ...]:
    """All panels, the portrait one also turned either way and upside down."""
    upright = tuple(Panel(size_wh=size) for size in SIZES_MM_WH)
    across = tuple(Panel(size_wh=(720, 1280), rotation=turn) for turn in (90, 270))
    return (*upright, *across)
