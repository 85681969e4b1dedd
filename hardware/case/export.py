"""Files for printers and CAD programs: STL and 3MF as parts lie on the bed, STEP as they stand.

The writers are our own where the usual ones put a date or a random number into the file: the same
numbers must make the same bytes.
"""

from __future__ import annotations

import itertools
import math
import re
import zipfile
from typing import TYPE_CHECKING, Any, Final

import build123d as b3d
import numpy as np
import numpy.typing as npt

from hardware.case.shapes import front_plane
from hardware.layout import FRAME_MM, Layout

if TYPE_CHECKING:
    from pathlib import Path

Vertices = npt.NDArray[np.float64]
Triangles = npt.NDArray[np.int64]

NOT_PRINTED: Final = ("window",)
UPSIDE_DOWN: Final = ("lid", "window_seat")
ON_THE_SLOPE: Final = ("screen_frame", "screen_clamp_upper", "screen_clamp_lower")
GRAIN_MM: Final = 1e-4
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
USAGE: Final = re.compile(r"(NEXT_ASSEMBLY_USAGE_OCCURRENCE\(')\d+'")
STEP_DATE: Final = "2026-01-01T00:00:00"


def as_printed(layout: Layout, name: str, solid: Any) -> Any:
    """Return a part as it lies on the printer's bed, its lowest point at z = 0, near the origin."""
    if name in ON_THE_SLOPE:
        flat = front_plane(layout, -FRAME_MM).location.inverse() * solid
        solid = b3d.Rot(180, 0, 0) * flat if name == "screen_frame" else flat
    elif name in UPSIDE_DOWN:
        solid = b3d.Rot(180, 0, 0) * solid
    box = solid.bounding_box()
    middle = (box.min + box.max) / 2
    return b3d.Pos(-middle.X, -middle.Y, -box.min.Z) * solid


def mesh(solid: Any, tolerance: float = 0.03) -> tuple[Vertices, Triangles]:
    """Return a closed mesh: vertices that faces share are one vertex."""
    corners, faces = solid.tessellate(tolerance, 0.2)
    raw = np.array([(c.X, c.Y, c.Z) for c in corners], dtype=np.float64)
    grains = np.rint(raw / GRAIN_MM).astype(np.int64)
    _, first, index = np.unique(grains, axis=0, return_index=True, return_inverse=True)
    triangles = np.asarray(index).reshape(-1)[np.array(faces, dtype=np.int64).reshape(-1, 3)]
    a, b, c = triangles.T
    whole = (a != b) & (b != c) & (a != c)
    return np.rint(raw[first] / GRAIN_MM) * GRAIN_MM, triangles[whole]


def write_stl(path: Path, vertices: Vertices, triangles: Triangles) -> None:
    """Write a binary STL, in mm."""
    corners = vertices[triangles].astype("<f4")
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    record = np.zeros(
        len(triangles), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("none", "<u2")]
    )
    record["normal"] = normals / np.maximum(lengths, 1e-12)
    record["corners"] = corners
    head = b"pi_meyer, millimetres".ljust(80, b" ")
    path.write_bytes(head + np.uint32(len(triangles)).tobytes() + record.tobytes())


def write_3mf(path: Path, meshes: dict[str, tuple[Vertices, Triangles]]) -> None:
    """Write one 3MF with every part as an object, set out in rows."""
    objects, items = [], []
    x = y = row = 0.0
    for number, (name, (vertices, triangles)) in enumerate(meshes.items(), start=1):
        wide, deep = np.ptp(vertices[:, 0]), np.ptp(vertices[:, 1])
        if x and x + wide > 460:
            x, y, row = 0.0, y + row + 10, 0.0
        place = f"1 0 0 0 1 0 0 0 1 {x + wide / 2:.3f} {y + deep / 2:.3f} 0"
        x, row = x + wide + 10, max(row, deep)
        objects.append(_object(number, name, vertices, triangles))
        items.append(f'<item objectid="{number}" transform="{place}"/>')
    model = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xml:lang="en" '
        'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">\n<resources>\n'
        + "\n".join(objects)
        + "\n</resources>\n<build>"
        + "".join(items)
        + "</build>\n</model>\n"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for inside, text in (
            ("[Content_Types].xml", CONTENT_TYPES),
            ("_rels/.rels", RELATIONS),
            ("3D/3dmodel.model", model),
        ):
            archive.writestr(zipfile.ZipInfo(inside, EPOCH), text, zipfile.ZIP_DEFLATED, 9)


def _object(number: int, name: str, vertices: Vertices, triangles: Triangles) -> str:
    points = "".join(f'<vertex x="{x:.4f}" y="{y:.4f}" z="{z:.4f}"/>' for x, y, z in vertices)
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in triangles)
    return (
        f'<object id="{number}" name="{name}" type="model"><mesh><vertices>{points}</vertices>'
        f"<triangles>{faces}</triangles></mesh></object>"
    )


CONTENT_TYPES: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" '
    'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>\n'
)
RELATIONS: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>\n'
)


def write_step(path: Path, solids: dict[str, Any]) -> None:
    """Write all parts, as they stand in the box, into one STEP file without a date."""
    children = []
    for name, solid in solids.items():
        solid.label = name
        children.append(solid)
    whole = b3d.Compound(label="pi_meyer", children=children)
    b3d.export_step(whole, path, write_pcurves=False, timestamp=STEP_DATE)
    numbers = itertools.count(1)
    text = path.read_text(encoding="utf-8")
    # The library counts usages through the whole run; a file must not tell what was made before it.
    text = USAGE.sub(lambda found: f"{found[1]}{next(numbers)}'", text)
    path.write_text(text, encoding="utf-8")


def volume_mm3(vertices: Vertices, triangles: Triangles) -> float:
    """Return the volume that a closed mesh holds."""
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    return float(math.fsum(np.sum(a * np.cross(b, c), axis=1)) / 6)
