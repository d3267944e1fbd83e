"""The to-do list of a workspace: the specified calls, and our own for the page."""
