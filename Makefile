# Two commands do everything on a machine that has Python and git: `make play` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: play test test-vm deb hardware test-hardware clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) tools/setup_venv.py --venv $(VENV) --extra test
	touch $@

$(VENV)/.playable: pyproject.toml
	$(PYTHON) tools/setup_venv.py --venv $(VENV)
	touch $@

play: $(VENV)/.playable
	$(BIN)/pi-meyer run

test: $(VENV)/.installed
	$(BIN)/python -m tests.check

# The box on real drivers in a virtual machine; needs root, the kit in ../shared/vm, and half an hour.
test-vm: $(VENV)/.installed
	$(BIN)/python -m tests.vm.run

deb: $(VENV)/.playable
	$(BIN)/python systemd/debian/build_deb.py

# The case, its pictures, wiring and paper need CAD libraries, in an environment of their own.
.venv-hardware/.installed: pyproject.toml
	$(PYTHON) tools/setup_venv.py --venv .venv-hardware --extra hardware
	touch $@

hardware: .venv-hardware/.installed
	.venv-hardware/bin/python -m hardware.make

test-hardware: .venv-hardware/.installed
	.venv-hardware/bin/python -m pytest tests/hardware --quiet -W default

clean:
	rm -rf $(VENV) .venv-hardware build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
