/** What the address of every page of a bot may say: which of the frame's dialogs stands open. */
import { grammar, oneOf } from "../../../page";

/** The dialogs about a bot. */
export const DIALOGS = ["pause", "rename", "clone", "archive"] as const;

/** One of the dialogs. */
export type Asked = (typeof DIALOGS)[number];

export const frameGrammar = grammar({ do: oneOf(DIALOGS) });
