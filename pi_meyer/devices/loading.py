"""Adapters by name: each is imported only when it is asked for, with its libraries."""

from __future__ import annotations

import enum
import importlib
from typing import Any, Final

from pi_meyer.errors import SettingsError


class DeviceKind(enum.Enum):
    """What an adapter stands for."""

    CAMERA = "camera"
    BUTTON = "button"
    LIGHT = "light"
    ENCODER = "encoder"


_ADAPTERS: Final[dict[DeviceKind, dict[str, tuple[str, str]]]] = {
    DeviceKind.CAMERA: {
        "picamera2": ("picamera2_camera", "Picamera2Camera"),
        "recorded": ("recorded_camera", "RecordedCamera"),
    },
    DeviceKind.BUTTON: {"gpio": ("gpio_button", "GpioButton")},
    DeviceKind.LIGHT: {"gpio": ("gpio_light", "GpioLight")},
    DeviceKind.ENCODER: {"gpio": ("gpio_encoder", "GpioEncoder")},
}


def adapter(kind: DeviceKind, name: str) -> Any:  # noqa: ANN401 - each has its own arguments
    """Return the class of an adapter.

    Raises:
        SettingsError: there is none of that name.
    """
    known = _ADAPTERS[kind]
    if name not in known:
        names = ", ".join(sorted(known))
        raise SettingsError(f"There is no {kind.value} named {name!r}: use one of {names}.")
    module, class_name = known[name]
    return getattr(importlib.import_module(f"pi_meyer.devices.{module}"), class_name)
