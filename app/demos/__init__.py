"""Demonstration areas: the template's applications, one level below the product."""
