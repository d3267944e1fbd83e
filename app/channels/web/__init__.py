"""The web channel: what a widget on a foreign page speaks, and how it looks."""
