"""People of a workspace: the one user table behind sign-in, the user list and Manage Users."""
