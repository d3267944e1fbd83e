"""Frequently asked questions of the installation: public to read, kept in the site workspace."""
