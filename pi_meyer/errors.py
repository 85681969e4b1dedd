"""The root of every error that this project raises on purpose, split by who can mend it.

Each package has its own errors below these four; a message is one plain sentence that says what
was wrong and what to do next.
"""


class MeyerError(Exception):
    """Anything that pi_meyer raises on purpose."""


class IllegalMoveError(MeyerError):
    """A player did what tonight's rules do not allow; nothing has changed."""


class SettingsError(MeyerError):
    """The host or builder gave a setting, preset, script or file that makes no sense."""


class DeviceError(MeyerError):
    """A camera, button, screen or lamp is missing, busy or broken; the builder can mend it."""


class JournalError(MeyerError):
    """The record of the evening cannot be read or written; the builder can mend it."""
