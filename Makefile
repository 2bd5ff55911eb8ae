# make run     sets up what is missing, fetches the latest clients, writes native-tool-shapes.json
# make test    sets up what is missing, runs every check and the whole test suite, the real clients included
# make bench   measures what a run costs over the client's own time

PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { command -v $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
EXTRA := $(shell command -v npm >/dev/null 2>&1 || echo '[node]')

BROWSERS := chromium chromium-browser google-chrome google-chrome-stable

.PHONY: run test check bench browser clean

run: $(VENV)/.run
	@$(BIN)/shape-probe run claude@latest codex@latest --out native-tool-shapes.json

test: check browser
	$(BIN)/pytest -n auto --cov --cov-report=term
	$(BIN)/coverage report --include='sanitize/*,fake_mcp/*,captures/*,probe/providers/*,probe/clients/*' --fail-under=100

check: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# The report is tested in a browser. Where there is none, and root can, Debian's is installed.
browser:
	@for p in $(BROWSERS); do command -v $$p >/dev/null 2>&1 && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
		echo "installing chromium with apt-get" >&2; \
		{ apt-get -qq update; DEBIAN_FRONTEND=noninteractive apt-get -qq -y install chromium; } >/dev/null; \
	else \
		echo "the tests of the report need a browser: install one of $(BROWSERS)" >&2; exit 1; \
	fi

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it, or say make PYTHON=/path/to/python3" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.$(EXTRA)'
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.run
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@

clean:
	rm -rf $(VENV) .coverage .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
