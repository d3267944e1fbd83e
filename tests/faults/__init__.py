"""Faults as tests: real installations whose processes, database, store, disk and clients fail while they are used."""
