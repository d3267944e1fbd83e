"""Code lists of a workspace: what bots, clients, reports and files may name by a code."""
