"""Rules of this project that no linter knows."""
