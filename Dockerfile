# Two stages: the first has what building needs, the second what running needs.
FROM python:3.12.11-slim-trixie AS build
RUN apt-get update && apt-get install --yes --no-install-recommends make && rm -rf /var/lib/apt/lists/*
WORKDIR /parley
COPY requirements.txt package.json package-lock.json .npmrc Makefile ./
RUN make setup
COPY . .
RUN make build && rm -rf node_modules

FROM python:3.12.11-slim-trixie
# pg_dump, pg_restore and psql for `flask backup`, which wants the server's own major version: Debian trixie has 17, so does
# compose.yaml.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --no-create-home parley && install -d -o parley -m 0700 /data
COPY --from=build /parley /parley
WORKDIR /parley
ENV PATH=/parley/.venv/bin:$PATH FLASK_APP=wsgi PYTHONDONTWRITEBYTECODE=1 \
    APP_ENV=production HOST=0.0.0.0 PORT=8000 INSTANCE=/data LOG_FORMAT=json
USER parley
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['PORT']}/readyz\", timeout=4)"]
# Keys once, newest schema, then everything; PID 1 hears SIGTERM and ends all in order.
CMD ["sh", "-c", "python app/keys.py && flask init && exec python -m app.processes"]
