"""The processes of an installation: web server, render workers and job runner, and who watches over them."""

GRACE_SECONDS = 30
"""How long a web worker that is asked to end may take for what is under way."""
