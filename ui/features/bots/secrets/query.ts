/** The query grammar of a bot's secrets: the page of the list. */
import { grammar, place } from "../../../page";

export const secretsGrammar = grammar({ page: place() });
