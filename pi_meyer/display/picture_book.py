"""The picture book: every screen in every language on every panel, for the eye.

``python -m pi_meyer.display.picture_book OUT_DIR`` writes one PNG a picture into a folder a panel
and language, and contact sheets beside them. It needs no window and plays no game.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pi_meyer.display.languages.catalogue import LANGUAGES
from pi_meyer.display.panel import Panel, every_panel
from pi_meyer.display.samples import every_sample, sample
from pi_meyer.errors import MeyerError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pygame

LONG_AFTER_S: Final = 60.0
"""When every motion has come to rest."""

SHEET_SIZE_WH: Final = (1800, 1400)
SHEET_GAP: Final = 12
CAPTION_H: Final = 22
CELL_AREA: Final = 62_000
"""Pixels of one small picture on a contact sheet."""

EVENING: Final = (
    *("idle", "seats", "shake", "ready opener", "ready", "said", "by"),
    *("ruling true", "lives", "ruling bluff", "out", "winner"),
)
"""The steps of one evening, for the front page."""


def panel_name(panel: Panel) -> str:
    """The panel's folder: its pixels, and how it is turned."""
    width, height = panel.size_wh
    turned = f"-turned{panel.rotation}" if panel.rotation else ""
    return f"{width}x{height}{turned}"


def pictures(
    panel: Panel, language: str, names: Iterable[str]
) -> Iterable[tuple[str, pygame.Surface]]:
    """The named samples as people see them, at rest; each surface is the caller's own."""
    from pi_meyer.display.stage import Stage  # noqa: PLC0415 - SDL must be told of no window first

    stage = Stage(panel)
    for number, name in enumerate(names):
        now_s = (number + 1) * LONG_AFTER_S
        stage.show(sample(name, language=language), now_s - LONG_AFTER_S / 2)
        stage.tick(now_s - LONG_AFTER_S / 2)
        stage.tick(now_s)
        yield name, stage.surface.copy()


def contact_sheets(shots: Sequence[tuple[str, pygame.Surface]]) -> list[pygame.Surface]:
    """All pictures small, in reading order, each with its name; as many sheets as it takes."""
    import pygame  # noqa: PLC0415 - SDL must be told of no window first

    if not shots:
        return []
    width, height = shots[0][1].get_size()
    shrink = min(1.0, (CELL_AREA / (width * height)) ** 0.5)
    small = (round(width * shrink), round(height * shrink))
    cell = (small[0] + SHEET_GAP, small[1] + SHEET_GAP + CAPTION_H)
    columns, rows = SHEET_SIZE_WH[0] // cell[0], SHEET_SIZE_WH[1] // cell[1]
    sheets = []
    for start in range(0, len(shots), columns * rows):
        part = shots[start : start + columns * rows]
        lines = -(-len(part) // columns)
        sheet = pygame.Surface((columns * cell[0] + SHEET_GAP, lines * cell[1] + SHEET_GAP))
        sheet.fill((52, 52, 56))
        for place, (name, picture) in enumerate(part):
            x = SHEET_GAP + place % columns * cell[0]
            y = SHEET_GAP + place // columns * cell[1]
            sheet.blit(pygame.transform.smoothscale(picture, small), (x, y))
            sheet.blit(_caption(name), (x, y + small[1] + 4))
        sheets.append(sheet)
    return sheets


def _caption(name: str) -> pygame.Surface:
    import pygame  # noqa: PLC0415 - SDL must be told of no window first

    from pi_meyer.display.typography import Face  # noqa: PLC0415 - it needs pygame

    return pygame.font.Font(str(Face.SENTENCE.path), 15).render(name, True, (220, 220, 220))


def write_book(
    folder: Path, panels: Iterable[Panel], languages: Iterable[str], names: Sequence[str]
) -> int:
    """Write all pictures and contact sheets; return how many pictures there are.

    Raises:
        OSError: if the folder cannot be written.
    """
    import pygame  # noqa: PLC0415 - SDL must be told of no window first

    count = 0
    languages = tuple(languages)
    for panel in panels:
        for language in languages:
            place = folder / panel_name(panel) / language
            place.mkdir(parents=True, exist_ok=True)
            shots = list(pictures(panel, language, names))
            for name, picture in shots:
                pygame.image.save(picture, str(place / f"{name.replace(' ', '-')}.png"))
            for number, sheet in enumerate(contact_sheets(shots), start=1):
                title = f"contact-{panel_name(panel)}-{language}-{number}.png"
                pygame.image.save(sheet, str(folder / title))
            count += len(shots)
    return count


def write_evening(path: Path, panel: Panel, language: str) -> None:
    """Write the steps of one evening as a single picture.

    Raises:
        OSError: if the picture cannot be written.
    """
    import pygame  # noqa: PLC0415 - SDL must be told of no window first

    (sheet,) = contact_sheets(list(pictures(panel, language, EVENING)))
    path.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(sheet, str(path))


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m pi_meyer.display.picture_book",
        description="Draw every screen in every language on every panel, as PNG pictures.",
    )
    parser.add_argument("out_dir", type=Path, help="folder for the pictures; made if missing")
    parser.add_argument("--language", choices=LANGUAGES, help="only this language")
    parser.add_argument("--panel", help='only this panel, like "800x480" or "720x1280"')
    parser.add_argument("--rotation", type=int, default=0, help="turn --panel by 90, 180 or 270")
    parser.add_argument("--screen", help='only samples that begin so, like "ruling"')
    parser.add_argument(
        "--evening", action="store_true", help="only one picture: the steps of an evening"
    )
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Write the book; the exit code is 0, or 2 for a panel, screen or folder that cannot be."""
    asked = _arguments(argv)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    names = [name for name in every_sample() if name.startswith(asked.screen or "")]
    if not names:
        print(f"No sample begins with {asked.screen!r}; leave --screen out.", file=sys.stderr)  # noqa: T201
        return 2
    try:
        panels = (
            [Panel.named(asked.panel, rotation=asked.rotation)] if asked.panel else every_panel()
        )
        languages = [asked.language] if asked.language else LANGUAGES
        if asked.evening:
            write_evening(asked.out_dir / "evening.png", panels[0], languages[0])
            return 0
        count = write_book(asked.out_dir, panels, languages, names)
    except (MeyerError, OSError) as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command line prints
        return 2
    print(f"{count} pictures in {asked.out_dir}")  # noqa: T201 - a command line prints
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
