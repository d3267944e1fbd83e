/** Which fields of rows that do not fit have a list of what they can be. */
import { LISTS, type CodeField } from "../records/api";
import type { MasterRowPage } from "./types";

export const CODES = Object.keys(LISTS) as CodeField[];
/** The fields that have a list of what they can be. */
export const OFFERED: readonly string[] = [...CODES, "outlet"];
/** The id of a field's list. */
export const listOf = (field: string): string => `known-${field}`;

/** The fields of some rows that do not fit and have such a list. */
export const offeredIn = (page: MasterRowPage | undefined): ReadonlySet<string> =>
  new Set(
    (page?.items ?? [])
      .flatMap(({ cells }) => cells.filter((cell) => cell.message))
      .map(({ field }) => field)
      .filter((field) => OFFERED.includes(field)),
  );
