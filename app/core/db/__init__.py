"""The database: base model, tenancy, row security, timeouts, SQLite's lock and availability."""
