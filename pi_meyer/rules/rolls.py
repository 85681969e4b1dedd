"""Faces and rolls: what a die shows, and what two dice make.

A bottom face (what the camera sees) and a top face (what counts) are two types, so that a type
checker tells them apart: ``top`` is the only bridge.
"""

from __future__ import annotations

from typing import NewType

TopFace = NewType("TopFace", int)
"""The face of a die that looks up, 1 to 6: the value that counts (seed S0, 0.1)."""

BottomFace = NewType("BottomFace", int)
"""The face of a die that lies on the window, 1 to 6: the pips that the camera sees."""


def top(bottom: BottomFace) -> TopFace:
    """Turn a bottom face into the top face of the same die: opposite faces sum to 7."""
    return TopFace(7 - bottom)
