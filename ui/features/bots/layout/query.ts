/** What the address of every page of a bot may say: which of the frame's dialogs stands open. */
import { grammar, oneOf } from "../../../page";

export const frameGrammar = grammar({ do: oneOf(["pause", "rename", "clone", "archive"]) });
