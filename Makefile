# Everything this repository can do. `make help` lists it.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
export FLASK_APP := wsgi
export PIP_DISABLE_PIP_VERSION_CHECK := 1
UI := $(shell find ui ssr -type f -not -path 'ssr/dist/*' 2>/dev/null)

.PHONY: run dev test check bench build help setup database openapi
.DEFAULT_GOAL := help

run: build database ## Start everything: http://127.0.0.1:8000
	@exec flask serve

dev: setup database ## The same with reload and source maps
	@exec flask serve --reload

test: build .venv/dev ## The whole suite
	@tests/run

check: build .venv/dev ## Style, types, translations, generated files
	ruff check app tests wsgi.py
	ruff format --check app tests wsgi.py
	mypy
	npm run --silent typecheck
	npm run --silent lint
	@python app/keys.py
	flask openapi write --check

bench: build .venv/dev ## Figures as ratios in one run
	@python -m tests.bench

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

node_modules/.done: package-lock.json .venv/run
	@echo "[2/4] JavaScript packages"
	@npm ci --loglevel=error --no-audit --no-fund
	@touch $@

build: setup app/static/build/.done ## Bundles

app/static/build/.done: $(UI) package.json node_modules/.done
	@echo "[3/4] bundles"
	@npm run --silent build
	@touch $@

database: setup
	@echo "[4/4] keys, database, demonstration"
	@$(BIN)/python app/keys.py
	@flask init --demo

openapi: setup ## Write docs/openapi.json and the generated types
	@python app/keys.py
	flask openapi write
	npx --no-install openapi-typescript docs/openapi.json --default-non-nullable=false -o ui/api/schema.ts

