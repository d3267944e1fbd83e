"""Understanding what people write: intents, entities and knowledge, by models trained on a bot's own phrases."""
