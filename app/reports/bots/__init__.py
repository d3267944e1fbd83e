"""How bots do: the figures of lists of bots and of a bot's own page, all of the one registry of metrics."""
