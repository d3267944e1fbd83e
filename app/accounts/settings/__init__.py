"""One's own account: who one is, what one tells of oneself, where one is found, and what one is told of."""
