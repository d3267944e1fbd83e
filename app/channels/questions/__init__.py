"""Questions that bots' knowledge was asked: what was found and cited, and those without an answer in groups."""
