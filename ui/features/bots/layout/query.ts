/** What the address of every page of a bot may say: which dialog is open, and which version was live before. */
import { grammar, int, oneOf } from "../../../page";

/** The dialogs about a bot. */
export const DIALOGS = ["pause", "rename", "clone", "archive"] as const;

/** One of the dialogs. */
export type Asked = (typeof DIALOGS)[number];

export const frameGrammar = grammar({
  do: oneOf(DIALOGS),
  was: int({ default: 0, min: 0, max: 999_999_999 }),
});
