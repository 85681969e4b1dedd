"""What a calibration learns, picture by picture: card, empty window, a die with each face up.

A step that fails may be taken again, and what was learned before stays. The card alone is a whole
calibration; everything after it makes it better. On the screen and on the command line alike.
"""

from __future__ import annotations

import enum
from dataclasses import replace
from typing import TYPE_CHECKING

from pi_meyer.vision.calibration import Calibration
from pi_meyer.vision.dice_in_use import FACES, check_face, examine_die
from pi_meyer.vision.empty_window import learn_empty_window
from pi_meyer.vision.one_die import read_one_die
from pi_meyer.vision.window_fit import CalibrationError, fit_window

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pi_meyer.vision.dice_in_use import ReadDie

    Image = npt.NDArray[np.uint8]


class Step(enum.Enum):
    """What the next picture is to show."""

    CARD = "card"
    EMPTY = "empty"
    DIE = "die"
    DONE = "done"


class CalibrationSteps:
    """Learns a box from pictures, in order.

    Args:
        read_die: reads the only die of a picture from below.
        lens_position: the focus of the pictures in dioptres; None where the lens is fixed.
    """

    def __init__(
        self, read_die: ReadDie = read_one_die, *, lens_position: float | None = None
    ) -> None:
        self.step = Step.CARD
        self.top = 1
        self.calibration: Calibration | None = None
        self._read_die = read_die
        self.lens_position = lens_position
        self._faces: dict[int, Image] = {}

    def take(self, image: Image) -> None:
        """Learn from the picture of this step, and go on to the next.

        Raises:
            CalibrationError: the picture is no good; the step stays and may be tried again.
        """
        match self.step:
            case Step.CARD:
                self._card(image)
            case Step.EMPTY:
                self._empty(image)
            case Step.DIE:
                self._die(image)
            case Step.DONE:
                pass

    def skip(self) -> None:
        """Go on without the picture of this step; the card cannot be skipped."""
        match self.step:
            case Step.EMPTY:
                self.step = Step.DIE
            case Step.DIE:
                self.step = Step.DONE
            case Step.CARD | Step.DONE:
                pass

    def _card(self, image: Image) -> None:
        fit = fit_window(image)
        self.calibration = Calibration(
            plate=fit.plate, residual_mm=fit.residual_mm, lens_position=self.lens_position
        )
        self.step = Step.EMPTY

    def _empty(self, image: Image) -> None:
        known = self._known()
        self.calibration = replace(known, empty=learn_empty_window(image, known.plate))
        self.step = Step.DIE

    def _die(self, image: Image) -> None:
        check_face(image, self.top, self._read_die)
        self._faces[self.top] = image
        if self.top < FACES:
            self.top += 1
            return
        known = self._known()
        try:
            die = examine_die(self._faces, known.plate, self._read_die)
        except CalibrationError:
            self.top = 1  # the faces do not fit each other: all are taken again
            raise
        plate = replace(known.plate, edge_mm=die.edge_mm)
        self.calibration = replace(known, die=die, plate=plate)
        self.step = Step.DONE

    def _known(self) -> Calibration:
        if self.calibration is None:
            raise CalibrationError("The card comes first; lay it on the window.")
        return self.calibration
