#!/bin/sh
# PostgreSQL's image runs this once, on an empty data folder: the owner of the tables, and the role that serves requests.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username postgres <<'SQL'
CREATE ROLE parley_owner LOGIN CREATEDB PASSWORD :'password';
CREATE ROLE parley LOGIN PASSWORD :'password';
CREATE DATABASE parley OWNER parley_owner;
SQL
