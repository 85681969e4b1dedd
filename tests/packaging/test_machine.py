"""The checks in the virtual machine measure what they say; they themselves are `tests.vm.run`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vm import kit, run
from tests.vm.session import LIBRARIES, Race, bare_unit

UNIT = Path(__file__).resolve().parents[2] / "systemd" / "pi-meyer.service"


def test_bare_imports_run_under_the_units_own_options() -> None:
    """Everything that confines the service confines the imports; only its own life is left out."""
    lines = UNIT.read_text().splitlines()
    bare = bare_unit("\n".join(lines), LIBRARIES).splitlines()
    for line in lines:
        if line.startswith(("Protect", "Private", "Restrict", "SystemCall", "Environment", "User")):
            assert (line in bare) is not line.startswith("Restart")
    assert [line for line in bare if line.startswith("Type=")] == ["Type=oneshot"]
    assert not [line for line in bare if line.startswith(("Watchdog", "Restart="))]
    assert sum(line.startswith("ExecStart=") for line in bare) == 1


def test_a_race_compares_the_least_of_each() -> None:
    """A busy moment makes single starts long; it decides nothing."""
    race = Race(ready_s=[9.0, 2.0], bare_s=[4.0, 8.0])
    assert race.ratio == 0.5


def test_the_core_is_part_of_all_checks() -> None:
    """What runs beside any load runs in the whole suite too, in the same order."""
    assert [check for check in run.CHECKS if check in run.CORE] == list(run.CORE)


def test_a_machine_that_cannot_run_the_kernel_is_no_failure(tmp_path: Path) -> None:
    """A kernel that ends at once says something about this machine, not about the box."""
    broken = tmp_path / "linux"
    broken.write_text("#!/bin/sh\necho no ptrace here\n")
    broken.chmod(0o755)
    with pytest.raises(kit.NoMachineError, match="no ptrace here"):
        kit._try_kernel(broken)
