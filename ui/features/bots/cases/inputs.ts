/** What a turn of a case puts in. */
import { KINDS, type CaseTurn } from "./types";

/** The input of a turn: its kind and its value. */
export function inputOf(turn: CaseTurn): readonly [(typeof KINDS)[number], string] {
  const kind = KINDS.find((key) => turn[key] !== undefined) ?? "text";
  return [kind, turn[kind] ?? ""];
}
