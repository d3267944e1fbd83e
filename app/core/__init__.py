"""What every area builds on: database, HTTP, security, jobs, live updates and mail; it imports no area."""
