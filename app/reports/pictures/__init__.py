"""Reports drawn on pages: a whole report as PDF, and one figure as PNG."""
