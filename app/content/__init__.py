"""The public site's content: blog, FAQ, knowledge base, pricing, and the editor they share."""
