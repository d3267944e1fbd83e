"""What is measured: definitions, words, and what a change of a figure means."""
