"""The knowledge base of the installation: public to read, kept in the site workspace."""
