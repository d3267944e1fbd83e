"""The blog of the installation: public to read, written and discussed in the site workspace."""
