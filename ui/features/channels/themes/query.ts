/** What the address of a bot's theme may say: which theme is edited; none is the one of its versions. */
import { grammar, text } from "../../../page";

/** The theme for a while that is yet to be made. */
export const NEW = "new";

export const themeGrammar = grammar({ look: text({ max: 20 }) });
