"""Simulated dice after a profile of `models/dice`: its measures, and a style that goes with it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pi_meyer.simulation.dice_model import Hand

if TYPE_CHECKING:
    from pi_meyer.simulation.dice_model import Die
    from pi_meyer.vision.profiles import DieProfile


def style_of(profile: DieProfile) -> str:
    """Return the style of ``dice_model.STYLES`` that looks like the profile's dice."""
    if profile.translucent:
        return "casino_red"
    if profile.red_faces:
        return "asian_white"
    return "black_white" if profile.light_pips else "white_black"


def measured_as(die: Die, profile: DieProfile) -> Die:
    """Return the die in the profile's measures and handedness."""
    edge = profile.edge_mm
    return replace(
        die,
        edge_mm=edge,
        centre_mm=(die.centre_mm[0], die.centre_mm[1], edge / 2),
        rounding=profile.rounding_mm / edge,
        pitch=profile.pip_pitch_mm / edge,
        pip_radius=profile.pip_diameter_mm / 2 / edge,
        hand=Hand(profile.handedness),
    )
