"""The JSON API's base: operations, errors, headers, listing, schemas and limits."""
