"""Running an installation: backups, and moving from one database to another."""
