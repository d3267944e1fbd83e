/** The keys of all texts of the interface: a page shows one where it does not load the catalogue it is in. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const WORDS = join(import.meta.dirname, "../ui/i18n/en");

export const KEYS: ReadonlySet<string> = new Set(
  readdirSync(WORDS).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(WORDS, file), "utf8")) as object).map(
      (key) => `${basename(file, ".json")}.${key}`,
    ),
  ),
);
