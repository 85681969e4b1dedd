"""The whole cup: shaken (mouth down, tilted) and as a trophy (mouth up, with 2 and 1 in it)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pi_meyer.display import shapes
from pi_meyer.display.colours import (
    CREAM,
    LEATHER_DARK,
    LEATHER_LIGHT,
    LEATHER_MID,
    SEAM,
    STITCH,
    Colour,
    mixed,
)
from pi_meyer.display.components.dice import paint_die
from pi_meyer.display.components.leather import HEM_DARK, HEM_LIGHT
from pi_meyer.display.paint import blend, smooth

if TYPE_CHECKING:
    import pygame

    from pi_meyer.display.paint import Paint
    from pi_meyer.display.studio import Studio

LID: Colour = mixed(LEATHER_MID, LEATHER_LIGHT, 0.7)
HOLLOW: Colour = (0x0D, 0x07, 0x03)


@dataclass(frozen=True, slots=True)
class ShakenCup:
    """A cup of ``size`` u, mouth down, turned clockwise by ``angle`` degrees."""

    size: float
    angle: float

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.square_paint(self.size, self.size)
        unit = self.size / 400
        _Shaken(sheet, unit, self.angle).paint()
        return sheet.surface()


class _Shaken:
    """Lays the parts of a tilted cup on a sheet; all measures in 1/400 of its size."""

    TOP, FLOOR = 66.0, 318.0
    TOP_W, FLOOR_W = 104.0, 128.0
    HEM, HEM_W = 44.0, 134.0
    BEND = 22.0

    def __init__(self, sheet: Paint, unit: float, angle: float) -> None:
        self.sheet = sheet
        self.unit = unit
        self.angle = angle
        x, y = sheet.x / unit, sheet.y / unit
        self.x, self.y = shapes.turned(x, y, (200.0, 200.0), angle)

    def paint(self) -> None:
        """All parts, back to front."""
        self._body()
        self._lid()
        self._hem()
        self._seam()

    def _lay(self, distance: shapes.Array, colour: Colour | shapes.Array) -> None:
        self.sheet.shape(lambda _x, _y: distance * self.unit, colour)

    def _leather(self, half: float | shapes.Array) -> shapes.Array:
        share = (self.x - 200.0) / (2 * half) + 0.5
        lit = np.hypot((share - 0.42) / 0.6, (self.y - 150.0) / 420.0)
        colour = blend(LEATHER_LIGHT, LEATHER_MID, smooth(shapes.floats(lit)))
        side = np.minimum(share / 0.2, (1 - share) / 0.3)
        return blend(LEATHER_DARK, colour, smooth(shapes.floats(side * 0.85 + 0.12)))

    def _body(self) -> None:
        grow = (self.y - self.TOP) / (self.FLOOR - self.TOP)
        half = self.TOP_W + (self.FLOOR_W - self.TOP_W) * grow
        away = np.maximum(np.abs(self.x - 200.0) - half, self.TOP - self.y)
        self._lay(np.maximum(away, self.y - self.FLOOR), self._leather(half))

    def _lid(self) -> None:
        centre = (200.0, self.TOP)
        self._lay(shapes.ellipse(self.x, self.y, centre, self.TOP_W, 27.0), LEATHER_DARK)
        self._lay(shapes.ellipse(self.x, self.y, (200.0, self.TOP - 2), self.TOP_W - 2, 24.0), LID)
        for number in range(26):
            turn = number * 2 * np.pi / 26
            points = tuple(
                (200 + 88 * np.cos(turn + step), self.TOP - 2 + 18 * np.sin(turn + step))
                for step in (0.0, 0.07, 0.14)
            )
            self._sew(points)

    def _hem(self) -> None:
        sag = (1 - ((self.x - 200.0) / self.HEM_W) ** 2) * self.BEND
        sides = np.abs(self.x - 200.0) - self.HEM_W
        top = self.FLOOR - self.BEND
        self._lay(
            np.maximum(np.maximum(top + sag - self.y, self.y - top - sag - self.HEM), sides), SEAM
        )
        share = (self.x - 200.0) / (2 * self.HEM_W) + 0.5
        side = np.minimum(share / 0.3, (1 - share) / 0.4)
        colour = blend(HEM_DARK, HEM_LIGHT, smooth(shapes.floats(side * 0.85 + 0.15)))
        band = np.maximum(top + 7 + sag - self.y, self.y - top - sag - self.HEM)
        self._lay(np.maximum(band, sides), colour)
        for down in (16.0, self.HEM - 9.0):
            self._row(top + down)

    def _row(self, y: float) -> None:
        count = 12
        for number in range(count):
            start = -self.HEM_W + 12 + number * (2 * self.HEM_W - 24) / count
            points = []
            for along in (0.0, 6.5, 13.0):
                x = start + along
                points.append((200 + x, y + (1 - (x / self.HEM_W) ** 2) * self.BEND))
            self._sew(tuple(points))

    def _seam(self) -> None:
        for number in range(10):
            y = 116.0 + number * 20.0
            self._sew(((268.0, y), (279.0, y + 8.0)))

    def _sew(self, points: tuple[shapes.Point, ...]) -> None:
        placed = tuple(self._placed(point) for point in points)
        self.sheet.stroke(placed, 3.4 * self.unit, STITCH)

    def _placed(self, point: shapes.Point) -> shapes.Point:
        turn = np.deg2rad(self.angle)
        dx, dy = point[0] - 200.0, point[1] - 200.0
        return (
            float(200.0 + dx * np.cos(turn) - dy * np.sin(turn)) * self.unit,
            float(200.0 + dx * np.sin(turn) + dy * np.cos(turn)) * self.unit,
        )


@dataclass(frozen=True, slots=True)
class TrophyCup:
    """The cup mouth up, ``w`` x 1.3 ``w`` u, with the dice 2 and 1 looking out."""

    w: float

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.square_paint(self.w, self.w * 1.3)
        unit = self.w / 260
        _paint_trophy(sheet, unit)
        return sheet.surface()


def _paint_trophy(sheet: Paint, unit: float) -> None:
    x, y = sheet.x / unit, sheet.y / unit

    def lay(distance: shapes.Array, colour: Colour | shapes.Array) -> None:
        sheet.shape(lambda _x, _y: distance * unit, colour)

    def leather(half: float | shapes.Array) -> shapes.Array:
        share = (x - 130.0) / (2 * half) + 0.5 + 0 * y
        lit = np.hypot((share - 0.4) / 0.62, (y - 150.0) / 260.0)
        colour = blend(LEATHER_LIGHT, LEATHER_MID, smooth(shapes.floats(lit)))
        side = np.minimum(share / 0.2, (1 - share) / 0.3)
        return blend(LEATHER_DARK, colour, smooth(shapes.floats(side * 0.85 + 0.12)))

    def sag(half: float, bend: float) -> shapes.Array:
        return (1 - ((x - 130.0) / half) ** 2) * bend

    rim_w, rim_top, rim_h = 128.0, 72.0, 52.0
    lay(shapes.ellipse(x, y, (130.0, rim_top), rim_w, 25.0), leather(rim_w))
    lay(shapes.ellipse(x, y, (130.0, rim_top + 1), rim_w - 10, 18.0), HOLLOW)
    for pips, cx, cy, angle in ((2, 76.0, 50.0, -12.0), (1, 178.0, 56.0, 9.0)):
        paint_die(sheet, (cx * unit, cy * unit), 82.0 * unit, pips, angle)
    half = 118.0 - (y - 100.0) * 0.055
    bend = sag(118.0, 22.0)
    body = np.maximum(np.abs(x - 130.0) - half, rim_top + 20.0 - y)
    lay(np.maximum(body, y - 305.0 - bend), leather(half))
    _seam_of(sheet, unit)
    foot = sag(110.0, 18.0)
    lay(np.maximum(np.maximum(np.abs(x - 130.0) - half, y - 288.0 - foot), 281.0 + foot - y), SEAM)
    band = sag(rim_w, 24.0)
    rim = np.maximum(np.abs(x - 130.0) - rim_w, rim_top + band - 4 - y)
    lay(np.maximum(rim, y - rim_top - rim_h - 6 - band), SEAM)
    share = (x - 130.0) / (2 * rim_w) + 0.5 + 0 * y
    side = np.minimum(share / 0.3, (1 - share) / 0.4)
    colour = blend(HEM_DARK, HEM_LIGHT, smooth(shapes.floats(side * 0.85 + 0.2)))
    lay(np.maximum(rim, y - rim_top - rim_h - band), colour)
    _stitch_row(sheet, unit, rim_w - 8, 24.0, rim_top + 7.0)
    _stitch_row(sheet, unit, rim_w - 8, 24.0, rim_top + rim_h - 10.0)
    _stitch_row(sheet, unit, 100.0, 16.0, 300.0)


def _stitch_row(sheet: Paint, unit: float, half: float, bend: float, y: float) -> None:
    count = round(half / 10.5)
    pitch = 2 * half / count
    for number in range(count):
        start = -half + number * pitch + 3
        points = tuple(
            (
                (130 + start + along) * unit,
                (y + (1 - ((start + along) / (half + 8)) ** 2) * bend) * unit,
            )
            for along in (0.0, 6.0, 12.0)
        )
        sheet.stroke(points, 2.8 * unit, STITCH)


def _seam_of(sheet: Paint, unit: float) -> None:
    sheet.stroke(((190 * unit, 140 * unit), (184 * unit, 300 * unit)), 2.0 * unit, SEAM)
    for number in range(8):
        x, y = 189.0 - number * 0.7, 150.0 + number * 17.0
        sheet.stroke(
            ((x * unit - 5 * unit, y * unit), (x * unit + 6 * unit, (y + 7) * unit)),
            2.8 * unit,
            STITCH,
        )


@dataclass(frozen=True, slots=True)
class Swing:
    """Two curved strokes on one side of a shaken cup; ``w`` x ``h`` u, mirrored for the right."""

    w: float
    h: float
    right: bool

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.paint(self.w, self.h)
        for inset, cut in ((0.0, 0.16), (0.5, 0.04)):
            points = []
            for step in range(9):
                t = step / 8
                bow = 4 * t * (1 - t)
                x = self.w * (0.42 + inset) - self.w * 0.3 * bow
                x = self.w - x if self.right else x
                points.append((x, self.h * (cut + (1 - 2 * cut) * t)))
            sheet.stroke(tuple(points), 4.6, STITCH)
        return sheet.surface()


@dataclass(frozen=True, slots=True)
class ShutEyes:
    """One shut eye with its lashes, ``w`` x 0.6 ``w`` u."""

    w: float

    def render(self, studio: Studio) -> pygame.Surface:
        """Paint it."""
        sheet = studio.square_paint(self.w, self.w * 0.6)
        unit = self.w / 112
        lid = []
        for step in range(17):
            turn = np.deg2rad(200.0 - step * 220.0 / 16)
            lid.append(((56 + 50 * np.cos(turn)) * unit, (14 + 28 * np.sin(turn)) * unit))
        sheet.stroke(tuple((float(x), float(y)) for x, y in lid), 7.5 * unit, CREAM)
        for number, share in enumerate((0.16, 0.32, 0.5, 0.68, 0.84)):
            turn = np.deg2rad(200.0 - share * 220.0)
            x, y = 56 + 50 * np.cos(turn), 14 + 28 * np.sin(turn)
            lean = (number - 2) * 4.5
            end = ((x + lean) * unit, (y + 17 - abs(number - 2) * 2.0) * unit)
            sheet.stroke(
                ((float(x * unit), float(y * unit)), (float(end[0]), float(end[1]))),
                5.5 * unit,
                CREAM,
            )
        return sheet.surface()
