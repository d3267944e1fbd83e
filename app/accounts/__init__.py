"""Accounts: signing in, people, invitations, settings, languages and workspaces."""
