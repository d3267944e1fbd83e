#!/bin/sh
# PostgreSQL's image runs this once, on an empty data folder: the owner of the tables, and the role that serves requests.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=owner="$PARLEY_OWNER_PASSWORD" --set=serves="$PARLEY_DATABASE_PASSWORD" \
  --username postgres <<'SQL'
CREATE ROLE parley_owner LOGIN CREATEDB PASSWORD :'owner';
CREATE ROLE parley LOGIN PASSWORD :'serves';
CREATE DATABASE parley OWNER parley_owner;
SQL
