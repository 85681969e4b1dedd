"""The holes that screws and heat-set inserts need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.case.shapes import along, clearance, thread

if TYPE_CHECKING:
    from hardware.layout import Layout, Screw


def screws_of(layout: Layout, joint: str) -> list[Screw]:
    """Return the screws of one joint."""
    return [screw for screw in layout.screws if screw.joint == joint]


def m3_holes(layout: Layout, *joints: str) -> list[Any]:
    """Return the clearance holes of the screws of some joints."""
    radius = layout.box.fit.m3_clear_mm / 2
    return [
        hole for joint in joints for s in screws_of(layout, joint) for hole in clearance(s, radius)
    ]


def insert_holes(layout: Layout, joint: str, depth_mm: float = 0.0) -> list[Any]:
    """Return the holes for a joint's heat-set inserts."""
    fit = layout.box.fit
    depth = depth_mm or fit.m3_insert_depth_mm
    return [
        thread(s, along(s, s.grip_mm), depth, fit.m3_insert_mm / 2)
        for s in screws_of(layout, joint)
    ]
