"""Long work under way: what one has begun and may leave alone."""
