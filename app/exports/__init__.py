"""Exports: long lists written to files by a job, to be fetched for some days."""
