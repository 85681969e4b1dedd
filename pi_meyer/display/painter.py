"""Lays sprites on the panel's own surface, turned as it needs them, only where needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pygame

from pi_meyer.display.colours import GROUND
from pi_meyer.display.components.grounds import Table
from pi_meyer.display.components.passing import Dimmed, Tilted
from pi_meyer.display.motions import STILL, Move
from pi_meyer.display.reveal import CUP, FLOOD, TILES, Reveal
from pi_meyer.display.studio import Sprite, Studio

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from pi_meyer.display.canvas import Rect
    from pi_meyer.display.layout import Item, Scene


@dataclass(frozen=True, slots=True)
class Laid:
    """An item with its sprite and the box that it fills on the panel, in pixels."""

    item: Item
    sprite: Sprite
    box: pygame.Rect


Layer = tuple[Sprite, int, int]
"""A sprite and where its corner stands in the picture, in pixels."""


class Painter:
    """Owns the surface that goes to the panel."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._wh = studio.panel.picture_wh
        self._rotation = studio.panel.rotation
        self.target = studio.glass
        self._prepared: Sequence[Laid] = ()
        self._prepared_of: Scene | None = None
        self._layers: dict[str, Layer | None] = {}
        self._layers_of: Reveal | None = None
        self._shown: tuple[Move, ...] | None = None

    def upright(self) -> pygame.Surface:
        """The picture as people see it."""
        if self._rotation == 0:
            return self.target
        return pygame.transform.rotate(self.target, self._rotation)

    def forget(self) -> None:
        """The reveal is over: its layers are as large as the picture."""
        self._layers, self._layers_of = {}, None

    def paint(
        self,
        scene: Scene,
        moves: Mapping[str, Move],
        overlays: Scene,
        areas: Sequence[Rect] | None,
    ) -> None:
        """Paint a scene; with ``areas`` only there."""
        self.forget()
        laid = self._prepare(scene)
        if areas is None:
            self._paint_all(scene, laid, moves, overlays)
            return
        for area in areas:
            clip = self._on_panel(self._pixels(area))
            self.target.set_clip(clip)
            near = [one for one in laid if one.item.group in moves or clip.colliderect(one.box)]
            self._paint_laid(near, moves)
            self._paint_ghosts(scene, moves)
            self._paint_over(overlays)
        self.target.set_clip(None)

    def _paint_all(
        self,
        scene: Scene,
        laid: Sequence[Laid],
        moves: Mapping[str, Move],
        overlays: Scene,
    ) -> None:
        if moves:
            self._paint_laid(laid, moves)
            self._paint_ghosts(scene, moves)
        else:
            self.target.blits([(one.sprite.turned, one.box) for one in laid], doreturn=False)
        self._paint_over(overlays)

    def _prepare(self, scene: Scene) -> Sequence[Laid]:
        """The scene's sprites and their places on the panel, looked up once for each scene."""
        if self._prepared_of is not scene:
            self._prepared = [self._laid(item) for item in scene.items]
            self._prepared_of = scene
        return self._prepared

    def _laid(self, item: Item) -> Laid:
        sprite = self._studio.sprite(item.recipe)
        px = self._studio.canvas.px
        x, y = self._corner(px(item.x), px(item.y), *sprite.size_wh)
        return Laid(item, sprite, sprite.turned.get_rect(topleft=(x, y)))

    def _paint_laid(self, laid: Iterable[Laid], moves: Mapping[str, Move]) -> None:
        for one in laid:
            move = moves.get(one.item.group, STILL) if one.item.group else STILL
            if move is STILL:
                self.target.blit(one.sprite.turned, one.box)
            else:
                self._blit_moved(one.item, one.sprite, move)

    def _paint_ghosts(self, scene: Scene, moves: Mapping[str, Move]) -> None:
        moving = [item for item in scene.ghosts if item.group in moves]
        self._paint_laid([self._laid(item) for item in moving], moves)

    def _paint_over(self, overlays: Scene) -> None:
        self._paint_laid([self._laid(item) for item in overlays.items], {})

    def _blit(self, sprite: Sprite, x: int, y: int) -> None:
        if self._rotation:
            x, y = self._corner(x, y, *sprite.size_wh)
        self.target.blit(sprite.turned, (x, y))

    def _blit_moved(self, item: Item, sprite: Sprite, move: Move) -> None:
        if move.opacity <= 0.0:
            return
        px = self._studio.canvas.px
        x, y = px(item.x + move.dx), px(item.y + move.dy)
        if move.opacity < 1.0:
            sprite.turned.set_alpha(round(255 * move.opacity))
            self._blit(sprite, x, y)
            self._studio.restore(sprite)
            return
        changed = sprite
        if move.turn:
            changed = self._studio.sprite(Tilted(item.recipe, round(move.turn)))
        elif move.light < 1.0 and isinstance(item.recipe, Table):
            changed = self._studio.sprite(Dimmed(item.recipe, move.light))
        elif move.width != 1.0:
            changed = self._studio.narrowed(sprite, move.width)
        old, new = sprite.size_wh, changed.size_wh
        self._blit(changed, x + (old[0] - new[0]) // 2, y + (old[1] - new[1]) // 2)

    def paint_reveal(self, reveal: Reveal, now_s: float, *, fresh: bool) -> bool:
        """Paint one frame of the reveal; False if it is the one already shown."""
        flood = reveal.flood(now_s)
        state = (reveal.cup(now_s), reveal.tiles(now_s), flood or STILL)
        if not fresh and self._layers_of is reveal and state == self._shown:
            return False
        if self._layers_of is not reveal:
            self._flatten(reveal)
        self._shown = state
        self._lay("table", STILL)
        if reveal.rising(now_s):
            self._lay(TILES, state[1])
            self._lay(CUP, state[0])
        if flood is not None:
            self._lay(FLOOD, flood)
        return True

    def _flatten(self, reveal: Reveal) -> None:
        self._layers_of = reveal
        self._layers = {
            "table": self._flat(reveal.table(), opaque=True),
            CUP: self._flat(reveal.lifted()),
            TILES: self._flat(reveal.lowered()),
            FLOOD: self._flat([i for i in reveal.after.items if i.group == FLOOD]),
        }

    def _flat(self, items: Sequence[Item], *, opaque: bool = False) -> Layer | None:
        """All items as one sprite."""
        if not items:
            return None
        box = pygame.Rect(0, 0, *self._wh)
        px = self._studio.canvas.px
        placed = [(self._studio.sprite(i.recipe).upright, px(i.x), px(i.y)) for i in items]
        if not opaque:
            around = placed[0][0].get_rect(topleft=placed[0][1:])
            box = around.unionall([s.get_rect(topleft=(x, y)) for s, x, y in placed]).clip(box)
        whole = pygame.Surface(box.size, 0 if opaque else pygame.SRCALPHA, 32)
        if opaque:
            whole.fill(GROUND)
        for surface, x, y in placed:
            whole.blit(surface, (x - box.x, y - box.y))
        return (self._studio.turned(whole), box.x, box.y)

    def _lay(self, name: str, move: Move) -> None:
        layer = self._layers.get(name)
        if layer is not None:
            sprite, x, y = layer
            self._blit(sprite, x, y + self._studio.canvas.px(move.dy))

    def paint_image(self, image_rgb: NDArray[np.uint8]) -> None:
        """Fill the picture with an image (h, w, 3), as large as it fits."""
        across = np.ascontiguousarray(image_rgb[..., :3].swapaxes(0, 1))
        surface = pygame.surfarray.make_surface(across)
        width, height = self._wh
        share = min(width / surface.get_width(), height / surface.get_height())
        size = (round(surface.get_width() * share), round(surface.get_height() * share))
        scaled = pygame.transform.smoothscale(surface, size)
        self.target.fill(GROUND)
        self._blit(self._studio.turned(scaled), (width - size[0]) // 2, (height - size[1]) // 2)

    # Turning

    def _pixels(self, area: Rect) -> tuple[int, int, int, int]:
        px = self._studio.canvas.px
        left, top = max(0, px(area.x) - 1), max(0, px(area.y) - 1)
        right = min(self._wh[0], px(area.right) + 1)
        bottom = min(self._wh[1], px(area.bottom) + 1)
        return (left, top, max(0, right - left), max(0, bottom - top))

    def _on_panel(self, box: tuple[int, int, int, int]) -> pygame.Rect:
        x, y, w, h = box
        left, top = self._corner(x, y, w, h)
        size = (h, w) if self._rotation in {90, 270} else (w, h)
        return pygame.Rect((left, top), size)

    def _corner(self, x: int, y: int, w: int, h: int) -> tuple[int, int]:
        """Upper left corner on the panel of a box in the picture."""
        width, height = self._wh
        match self._rotation:
            case 90:
                return (height - y - h, x)
            case 180:
                return (width - x - w, height - y - h)
            case 270:
                return (y, width - x - w)
            case _:
                return (x, y)
