/** What the browser keeps of a flow that the server has not got yet. */
import { keeperAt } from "../../../lib/kept";
import { ownKey } from "../../../lib/own";
import type { FlowDocument } from "./types";

/** A document with what is changed in it, and the one that was changed. */
export interface Kept {
  revision: number;
  base: FlowDocument;
  document: FlowDocument;
}

/** The place for one person's changes of one bot's flow. */
export const keeper = (who: string, bot: string) => keeperAt<Kept>(ownKey(who, `flow:${bot}`));
