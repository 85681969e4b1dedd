"""Golden pictures: small, downscaled pictures of the screens and of the reveal's moments.

``python -m tests.display.golden_pictures`` draws them anew; look at every one before committing.
"""

from __future__ import annotations

from pathlib import Path

import pygame

from pi_meyer.display.panel import Panel
from pi_meyer.display.samples import every_sample
from pi_meyer.display.stage import Stage

FOLDER = Path(__file__).parent / "golden"
SHRINK = 4
WIDE = (
    "idle",
    "welcome",
    "welcome upright",
    "welcome read",
    "shake",
    "ready",
    "ready opener",
    "ready untracked",
    "ready extras",
    "ready meyer",
    "ready confirm",
    "said",
    "by",
    "by twelve",
    "ruling true",
    "ruling bluff",
    "ruling accepted",
    "ruling void",
    "lives",
    "lives twelve",
    "out",
    "winner",
    "enter",
    "asleep",
    "seats",
    "seats twelve",
    "seats picked",
    "seats naming",
    "sheet",
    "settings",
    "settings presets",
    "settings pending",
    "menu",
    "doctor ill",
    "moment",
    "calibrate",
)
UPRIGHT = (
    *("idle", "shake", "ready", "said", "ruling bluff", "lives", "winner", "enter"),
    *("seats", "seats naming", "sheet", "settings", "menu"),
)
MOMENTS_MS = (100, 200, 500, 780)


def small(stage: Stage) -> pygame.Surface:
    """The picture at a quarter of its size."""
    width, height = stage.surface.get_size()
    return pygame.transform.smoothscale(stage.surface, (width // SHRINK, height // SHRINK))


def at_rest(stage: Stage, name: str) -> pygame.Surface:
    """A sample once nothing moves any more."""
    stage.show(every_sample()[name], 0.0)
    for moment in (0.0, 5.0, 5.1):
        stage.tick(moment)
    return small(stage)


def pictures() -> dict[str, pygame.Surface]:
    """All golden pictures by file name, drawn now."""
    drawn = {}
    wide, upright = Panel(), Panel(size_wh=(720, 1280))
    for panel, names, label in ((wide, WIDE, "wide"), (upright, UPRIGHT, "upright")):
        stage = Stage(panel)
        for name in names:
            drawn[f"{label}-{name.replace(' ', '-')}.png"] = at_rest(stage, name)
            stage = Stage(panel) if name == "idle" else stage
    return drawn | moments()


def moments() -> dict[str, pygame.Surface]:
    """The reveal from ready to ruling, at moments of every part."""
    stage = Stage(Panel())
    at_rest(stage, "ready")
    stage.show(every_sample()["ruling bluff"], 10.0)
    drawn = {}
    for moment in MOMENTS_MS:
        stage.tick(10.0 + moment / 1000)
        drawn[f"reveal-{moment:03}-ms.png"] = small(stage)
    return drawn


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        pygame.image.save(picture, str(FOLDER / name))


if __name__ == "__main__":
    main()
