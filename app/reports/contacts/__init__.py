"""One contact: what happened with the person on every channel."""
