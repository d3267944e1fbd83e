"""Files of other builders read into flow documents: Typebot, Botpress and Rasa beside our own."""
