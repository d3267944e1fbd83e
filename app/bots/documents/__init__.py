"""Documents a bot answers from: files, pages and questions, read into passages that are searched."""
