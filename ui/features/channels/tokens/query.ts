/** What the address of a bot's channels may say: which token's new identity secret the page tells. */
import { grammar, text } from "../../../page";

export const channelsGrammar = grammar({ token: text({ max: 20 }) });
