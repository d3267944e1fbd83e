"""How reports are answered: conditionally, as changes, and from what was kept."""
