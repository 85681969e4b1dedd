"""The ray engine, and one cast as arrays on its side."""

from __future__ import annotations

import importlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pi_meyer.errors import SettingsError
from tests.benchmarks.traced import surfaces
from tests.benchmarks.traced.solids import joined
from tests.benchmarks.traced.stage import clear_boxes, lamp_rows, numbers_of, paint_rows, solids_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from tests.benchmarks.traced.scenery import Cast
    from tests.benchmarks.traced.solids import Solid

_LLVM_FOLDERS = ("usr/lib/*-linux-gnu", "usr/lib64", "usr/lib/llvm-*/lib")
_LEAST_LLVM = 16

Traced: TypeAlias = Any
"""A Dr.Jit array or a tuple of them; its package has no types of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """Mitsuba and Dr.Jit."""

    mi: ModuleType
    dr: ModuleType


def engine() -> Engine:
    """Mitsuba and Dr.Jit, set to one thread.

    Raises:
        SettingsError: they are not installed, or LLVM is not.
    """
    try:
        mitsuba = importlib.import_module("mitsuba")
        drjit = importlib.import_module("drjit")
    except ImportError as error:
        raise SettingsError(
            "Tracing pictures needs Mitsuba: install the extra with pip install '.[traced]' "
            f"({error})."
        ) from error
    os.environ["DRJIT_LIBLLVM_PATH"] = llvm_library()
    mitsuba.set_variant("llvm_ad_rgb")
    drjit.set_thread_count(1)
    return Engine(mi=mitsuba, dr=drjit)


def llvm_library(folders: Sequence[str] = _LLVM_FOLDERS) -> str:
    """The path of LLVM, 16 or later: 15 lacks an instruction that the programs need, and aborts.

    Raises:
        SettingsError: there is none.
    """
    named = os.environ.get("DRJIT_LIBLLVM_PATH")
    if named:
        return named
    found = {}
    for path in (path for folder in folders for path in Path("/").glob(f"{folder}/libLLVM*.so*")):
        number = re.search(r"(?:-|so\.)(\d+)", path.name)
        if number and int(number.group(1)) >= _LEAST_LLVM:
            found[int(number.group(1))] = str(path)
    if not found:
        raise SettingsError(
            f"Tracing pictures needs LLVM {_LEAST_LLVM} or later: install it (Debian: libllvm19), "
            "or name its library in DRJIT_LIBLLVM_PATH."
        )
    return found[max(found)]


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Arrays of one cast on the engine's side."""

    rays: Engine
    all_solids: Traced
    opaque_solids: Traced
    triangles: Traced
    paint_of: Traced
    corners: Traced
    normals: Traced
    extras: Traced
    table: Traced
    boxes: Traced
    clear_dice: int
    lamps: Traced
    dirt: Traced
    sky: Traced
    numbers: dict[str, Traced]


def built(rays: Engine, cast: Cast, share: float) -> World:
    """The world at that share of a motion, -0.5 to 0.5."""
    clear, opaque = solids_of(cast, share)
    all_solids = joined([*opaque, *clear])
    opaque_solids = joined(opaque)
    mi, dr = rays.mi, rays.dr
    extras = [all_solids.pip_edge_mm, all_solids.shade, all_solids.worn]
    return World(
        rays=rays,
        all_solids=_scene(rays, all_solids),
        opaque_solids=_scene(rays, opaque_solids),
        triangles=mi.UInt32(all_solids.triangles.ravel().astype(np.uint32)),
        paint_of=mi.UInt32(all_solids.paints.astype(np.uint32)),
        corners=_floats(rays, all_solids.corners_mm),
        normals=_floats(rays, all_solids.normals),
        extras=_floats(rays, np.stack(extras, 1)),
        table=_floats(rays, paint_rows(cast)),
        boxes=_floats(rays, clear_boxes(cast, share)),
        clear_dice=len(clear),
        lamps=_floats(rays, lamp_rows(cast)),
        dirt=_floats(rays, surfaces.dirt(cast.scene.setting.plate.marks)),
        sky=_floats(rays, surfaces.sky(cast)),
        numbers={name: dr.opaque(mi.Float, value) for name, value in numbers_of(cast).items()},
    )


def _floats(rays: Engine, values: npt.NDArray[Any]) -> Traced:
    return rays.mi.Float(np.ascontiguousarray(values, dtype=np.float32).ravel())


def _scene(rays: Engine, solid: Solid) -> Traced:
    mesh = rays.mi.Mesh("solids", len(solid.corners_mm), len(solid.triangles))
    fields = rays.mi.traverse(mesh)
    fields["vertex_positions"] = _floats(rays, solid.corners_mm)
    fields["faces"] = rays.mi.UInt32(solid.triangles.ravel().astype(np.uint32))
    fields.update()
    return rays.mi.load_dict({"type": "scene", "solids": mesh})
