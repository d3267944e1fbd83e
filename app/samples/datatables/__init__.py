"""A table of sample people with search, filters and changes in place, and suggestions for what is typed."""
