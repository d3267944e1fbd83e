"""Annotations: what people note of an instant."""
