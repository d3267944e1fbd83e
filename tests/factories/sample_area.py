"""The edits that one more area needs."""

EDITS = {"app/areas.py": ('"samples.datatables",', '"samples.datatables", "samples.sample",')}
"""The lists that name each area: the line to replace, and its replacement."""
