"""The browser's side of Flask: knows addresses and HTML, knows no area."""
