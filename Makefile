# make audit TARGET=path    audit a directory and print the report
# make install              what an audit needs, into .venv
# make test                 run the tests, on all processors
# make check                format, lint, types and import contracts
# make schema               publish the schema of report.json
# make lock                 compile the lock files anew from pyproject.toml

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
COMPILE := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 \
	--generate-hashes --no-annotate --no-header --quiet --group build

export TARGET

.PHONY: audit install target test check lock schema clean

audit: target $(VENV)/.audit
	@$(BIN)/luminos audit $(ARGS) -- "$$TARGET"

install: $(VENV)/.audit

target:
	@test -n "$$TARGET" || { echo 'luminos: name the directory: make audit TARGET=path' >&2; exit 2; }

test: $(VENV)/.test
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

check: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

schema: $(VENV)/.audit
	$(BIN)/luminos report --schema -o docs/report.schema.json

lock: $(VENV)/.test
	$(COMPILE) -o requirements/audit.txt
	$(COMPILE) --group dev -c requirements/audit.txt -o requirements/test.txt

clean:
	rm -rf $(VENV)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'luminos: Python 3.11 or newer is needed; name one: make PYTHON=/path/to/python3.11' >&2; \
		exit 2; }
	@$(PYTHON) -m venv $(VENV) || { \
		echo 'luminos: no virtual environment; on Debian: apt-get install python3-venv' >&2; \
		rm -rf $(VENV); exit 2; }

$(VENV)/.audit: requirements/audit.txt pyproject.toml | $(BIN)/python
	@echo 'Installing Luminos into $(VENV) …' >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
		-r requirements/audit.txt >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--no-build-isolation --editable . >&2
	@touch $@

$(VENV)/.test: requirements/test.txt $(VENV)/.audit
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
		-r requirements/test.txt >&2
	@touch $@
