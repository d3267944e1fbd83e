"""The list of users over the one user table: the specified calls, and our own for the pages."""
