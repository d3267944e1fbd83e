"""Reports that are lists of figures: each figure is one declaration, from which everything that shows it comes."""
