"""One search over everything a reader may open: pages, bots, conversations, people, help."""
