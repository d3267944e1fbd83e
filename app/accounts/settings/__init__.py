"""One's own account: who one is, what people say about themselves, where one is found, and what one is notified of."""
