/** Tell a text of a page from the key of one: a page shows a key whose text, or whose catalogue, is missing. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const WORDS = join(import.meta.dirname, "../ui/i18n/en");
const FILES = readdirSync(WORDS);

/** The keys that have a text. */
export const KEYS: ReadonlySet<string> = new Set(
  FILES.flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(WORDS, file), "utf8")) as object).map(
      (key) => `${basename(file, ".json")}.${key}`,
    ),
  ),
);
const KEY = new RegExp(`^(?:${FILES.map((file) => basename(file, ".json")).join("|")})(?:\\.\\w[\\w-]*)+$`);

/** Tell whether a text has the shape of a key, of a text that exists or not. */
export const isKey = (text: string): boolean => KEY.test(text);
