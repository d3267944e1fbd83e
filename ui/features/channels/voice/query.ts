/** What the address of a bot's voice may say: the test call under way. */
import { grammar, text } from "../../../page";

export const voiceGrammar = grammar({ call: text({ max: 20 }) });
