"""Who may do what: the visitor, abilities, cookies, CSRF, encryption and keys."""
