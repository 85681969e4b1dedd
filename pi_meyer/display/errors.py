"""What can go wrong with the screen, split by who can mend it."""

from __future__ import annotations

from pi_meyer.errors import DeviceError, SettingsError


class PanelError(SettingsError):
    """The panel's size, rotation or height in the settings does not exist."""


class FontError(DeviceError):
    """A font file of the two families is missing or cannot be read."""


class WindowError(DeviceError):
    """No display could be opened, or it went away."""
