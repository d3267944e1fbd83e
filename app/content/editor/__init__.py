"""What writing the site's public content has in common: posts, articles and answers of the FAQ."""
