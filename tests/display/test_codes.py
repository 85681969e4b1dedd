"""The sheet's QR codes can be read off the picture itself, on every panel."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pygame
import pytest

from pi_meyer.display.panel import Panel, every_panel
from pi_meyer.display.samples import sample
from pi_meyer.display.stage import Stage
from pi_meyer.match.views import SheetView

LETTERS = 300
"""As many letters as the service puts into one code, names in other scripts among them."""


@pytest.mark.parametrize("panel", every_panel(), ids=lambda p: f"{p.size_wh}-{p.rotation}")
def test_every_code_on_the_picture_can_be_read(panel: Panel) -> None:
    """A camera that sees the picture reads the text that was put in, page after page."""
    view = sample("sheet no stick")
    assert isinstance(view, SheetView)
    texts = tuple(_plain_text(number) for number in range(3))
    stage = Stage(panel)
    found: set[str] = set()
    for page in (0, 2):
        stage.show(replace(view, qr_texts=texts, qr_page=page), 0.0)
        stage.tick(0.0)
        found |= _read(stage)
    assert found == set(texts)


def _plain_text(number: int) -> str:
    lines = f"Side {number} Øyvind Åse Jürgen\n" + "\n".join(
        f"{row}: {row % 2} 0 {(row + number) % 3} 0 — 1" for row in range(40)
    )
    return lines[:LETTERS]


def _read(stage: Stage) -> set[str]:
    """Every code in the picture; each is looked at alone, as a phone would be held."""
    picture = pygame.surfarray.array3d(stage.surface).swapaxes(0, 1)
    scale = stage.studio.canvas.scale
    texts = set()
    for name, rect in stage.scene.places:
        if name == "code":
            top, left = int(rect.y * scale), int(rect.x * scale)
            part = picture[top : int(rect.bottom * scale), left : int(rect.right * scale)]
            grey = cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_RGB2GRAY)
            nearer = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
            texts.add(cv2.QRCodeDetector().detectAndDecode(nearer)[0])
    return texts
