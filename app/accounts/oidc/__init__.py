"""Single sign-on: members of a workspace sign in at its identity provider, by OpenID Connect."""
