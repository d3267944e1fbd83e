/** How much of what is alike a run tries: a part, dealt by names, in the suite; all in `make endure`. */
import { createHash } from "node:crypto";

export const ENDURE = process.env.ENDURE === "1";

/** A number below a limit by a name, which stays the same when other names are added. */
export const numberOf = (name: string, limit: number): number => createHash("sha256").update(name).digest()[0]! % limit;

/** One of several by a name; at length, all of them. */
export const dealt = <T>(name: string, all: readonly T[]): readonly T[] =>
  ENDURE ? all : [all[numberOf(name, all.length)]!];
