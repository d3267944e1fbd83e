"""The one table of people behind signing in, the list of users and everything they own."""
