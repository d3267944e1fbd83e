# Everything this repository can do. `make help` lists it.
SHELL := /bin/bash
# A distribution's own build is compiled by its profile; a version manager's takes up to twice as long for everything.
PYTHON ?= $(shell for python in /usr/bin/python3 python3; do \
	$$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
export FLASK_APP := wsgi
export PIP_DISABLE_PIP_VERSION_CHECK := 1
APP := $(shell find app -name '*.py' 2>/dev/null) wsgi.py
RULES := $(addprefix tests/contract/test_,$(addsuffix .py,scoping expressions mirror structure api settings spec_map words))
ENDURED := tests/faults tests/attacks tests/contract/test_fuzz.py tests/app/accounts/auth/test_life_cycle.py
UI := $(shell find ui ssr -type f -not -path 'ssr/dist/*' 2>/dev/null)

.PHONY: run dev test check lint lint-python lint-javascript rules endure coverage mutants bench soak looks build map help setup database openapi migration
.DEFAULT_GOAL := help

run: build database ## Start everything: http://127.0.0.1:8000
	@exec python -m app.processes

dev: setup database ## The same with reload and source maps
	@exec python -m app.processes --reload

test: ## The whole suite
	@$(MAKE) --no-print-directory -j 2 build .venv/dev
	@tests/run

check: lint rules ## Style, types, translations, generated files

lint: build .venv/dev ## Style and types alone
	@$(MAKE) --no-print-directory -j 2 --output-sync=target lint-python lint-javascript

lint-python:
	ruff check app tests wsgi.py
	ruff format --check app tests wsgi.py
	mypy
	lint-imports

lint-javascript:
	npm run --silent typecheck
	npm run --silent lint

rules: build .venv/dev ## Rules of our own, which are tests
	pytest $(RULES)
	npx --no-install vitest run --reporter dot tests/contract

endure: build .venv/dev ## The suite's repetitions in full: kills, corpora, fuzzing, many rows; hours (ONLY='tests/faults')
	ENDURE=1 pytest -s -n 2 $(or $(ONLY),$(ENDURED))
	ENDURE=1 python -m tests.postgres pytest -s -n 2 $(or $(ONLY),$(filter-out tests/faults,$(ENDURED)))
	ENDURE=1 npm run --silent journeys -- masters narrow pages
	ENDURE=1 npm test --silent -- hydration

soak: build .venv/dev ## Mixed load for an hour, and whether memory grows (SECONDS=…)
	@python -m tests.bench.soak

looks: build ## Pictures of every page, and what does not fit in them: tests/output/looks (PAGES=…)
	@npm run --silent looks -- $(PAGES)

coverage: build .venv/dev ## Lines and branches that tests run, on both databases, against the goals of setup.cfg
	coverage erase
	pytest -q -n 2 --cov --cov-report= tests/app tests/attacks tests/contract
	python -m tests.postgres pytest -q -n 2 --cov --cov-append --cov-report= tests/app tests/attacks tests/contract
	coverage report --skip-covered
	python -m tests.rules.covered

mutants: build .venv/dev ## Changed code that no test notices, in the modules of setup.cfg: hours; ONLY='app.core.security.csrf*' for some
	nice -n 10 mutmut run $(ONLY)
	@python -m tests.rules.survivors

bench: build .venv/dev ## Figures as ratios in one run
	@python -m tests.bench $(PARTS)

map: .venv/dev ## Figures of the structure of app and ui
	@python -m tests.rules.structure

help: ## This list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

setup: .venv/run node_modules/.done

.venv/run: requirements.txt
	@echo "[1/4] Python packages"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements.txt
	@touch $@

.venv/dev: requirements-dev.txt .venv/run
	@echo "      test and check tools"
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.txt
	@touch $@

# Node itself is one of Python's packages.
node_modules/.done: package-lock.json .venv/run
	@echo "[2/4] JavaScript packages"
	@npm ci --prefer-offline --loglevel=error --no-audit --no-fund
	@touch $@

build: setup app/static/build/.done .venv/compiled ## Bundles

# Where Python is told to keep no bytecode, as is usual in containers, every start would compile all of it: half a second.
.venv/compiled: $(APP) .venv/run
	@$(BIN)/python -m compileall -q app wsgi.py
	@touch $@

app/static/build/.done: $(UI) package.json node_modules/.done
	@echo "[3/4] bundles"
	@npm run --silent build
	@touch $@

database: setup
	@echo "[4/4] keys, database, demonstration"
	@$(BIN)/python app/keys.py
	@flask init --demo --later

openapi: setup ## Write docs/openapi.json and the generated types
	@python app/keys.py
	flask openapi write
	npx --no-install openapi-typescript docs/openapi.json --default-non-nullable=false -o ui/api/schema.ts

# One file until the first release: it is written again from the models instead of adding another one.
migration: setup ## Write the migration from the models
	@rm -f app/migrations/versions/0001_*.py
	@export INSTANCE=$$(mktemp -d) DATABASE_URL= && python -m app.keys && \
		flask db migrate --rev-id 0001 -m "initial schema"
