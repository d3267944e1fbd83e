"""Clients (brands and dealer companies), their parents, cities and outlets."""
