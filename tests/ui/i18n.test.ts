/** Every text exists in every language, and every text that exists is used. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatter } from "../../ui/lib/format";
import type { Message } from "../../ui/lib/messages";

const LOCALES = ["en", "hi", "ar"] as const;
const read = (locale: string): Record<string, Message> =>
  Object.fromEntries(
    readdirSync(`ui/i18n/${locale}`).flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(`ui/i18n/${locale}/${file}`, "utf8")) as Record<string, Message>).map(
        ([key, text]) => [`${file.slice(0, -5)}.${key}`, text],
      ),
    ),
  );
const texts = { en: read("en"), hi: read("hi"), ar: read("ar") };
const files = readdirSync("ui", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join("ui", file), "utf8"));
const code = files.join("\n");
const holes = (text: Message) =>
  [
    ...new Set(
      Object.values(typeof text === "string" ? { text } : text).flatMap((form) => form.match(/\{\w+\}/g) ?? []),
    ),
  ].sort();

/** Keys a comment `i18n: area.name.* area.other` says are put together at run time; a star represents anything. */
const computed = [...code.matchAll(/i18n: ([^\n/}]+)/g)]
  .flatMap(([, list]) => (list ?? "").trim().split(/\s+/))
  .filter((key) => /^[a-z]+\.[\w.*-]+$/.test(key));
/** What forms have done is notes by the frame, in the words of their page's area. */
const isComputed = (key: string) =>
  /^[a-z]+\.done\./.test(key) ||
  computed.some((pattern) =>
    pattern.includes("*") ? key.startsWith(pattern.slice(0, pattern.indexOf("*"))) : key === pattern,
  );

describe.each(LOCALES)("texts in %s", (locale) => {
  it("are the same keys as in English", () => {
    expect(Object.keys(texts[locale]).sort()).toEqual(Object.keys(texts.en).sort());
  });

  it("have the same holes as in English", () => {
    for (const [key, text] of Object.entries(texts[locale])) {
      // A form for one or two may say the number as a word.
      const expected = holes(texts.en[key]!);
      expect(expected, key).toEqual(expect.arrayContaining(holes(text)));
      expect([...holes(text), "{n}"], key).toEqual(expect.arrayContaining(expected));
    }
  });

  it("have the plural forms the language needs", () => {
    const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(texts[locale])) {
      if (typeof text === "string") continue;
      expect(text.other, key).toBeTruthy();
      if (holes(text).length === 1) expect(needed, key).toEqual(expect.arrayContaining(Object.keys(text)));
    }
  });
});

describe("keys", () => {
  const used = [...code.matchAll(/["'`]((?:[a-z]+)\.[A-Za-z0-9_.-]+)["'`]/g)].map(([, key]) => key!);
  const areas = new Set(Object.keys(texts.en).map((key) => key.split(".", 1)[0]));

  it("in the code exist", () => {
    const keys = [...code.matchAll(/(?:\bt\(|\bid=|title: )["'`]([a-z]+\.[A-Za-z0-9_.-]+)["'`]/g)].map(
      ([, key]) => key!,
    );
    expect(keys.filter((key) => areas.has(key.split(".", 1)[0]) && !(key in texts.en))).toEqual([]);
  });

  it("of what forms have done exist, or the page says it in its own place", () => {
    const notes = new Set(Object.keys(texts.en).map((key) => key.match(/\.done\.(\w+)$/)?.[1]));
    const silent = files.flatMap((text) =>
      [...text.matchAll(/\bdone="(\w+)"/g)]
        .map(([, id]) => id!)
        .filter((id) => !notes.has(id) && text.split(`"${id}"`).length <= 2),
    );
    expect(silent).toEqual([]);
  });

  it("that exist are used", () => {
    const known = new Set(used);
    expect(Object.keys(texts.en).filter((key) => !known.has(key) && !isComputed(key))).toEqual([]);
  });
});

describe("lists", () => {
  /** What a form, an address or another program reads, and no person. */
  const READ_BY_PROGRAMS = [
    "components/fields/TagField.tsx",
    "components/files/Thumb.tsx",
    "features/accounts/oidc/ProviderPage.tsx",
    "features/bots/flow/canvas/cards.ts",
    "features/content/blog/EditPage.tsx",
    "features/content/blog/pages.ts",
    "features/offers/Audience.tsx",
    "features/office/calendar/draft.ts",
    "features/reports/alerts/AlertSheet.tsx",
    "features/reports/history/ReviewCard.tsx",
    "features/reports/schedules/ScheduleSheet.tsx",
    "lib/conditions.ts",
    "page/valid.ts",
    "widget/calendar.ts",
    "widget/media.ts",
  ];

  it("have the comma of the reader's language", () => {
    const files = readdirSync("ui", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
    const latin = files.filter((file) => readFileSync(join("ui", file), "utf8").includes('.join(", ")'));
    expect(latin.sort()).toEqual(READ_BY_PROGRAMS);
    const between = /(?:\}|`)[,;] \$\{|\.join\("; "\)|\}, \{(?:t\(|f\.)|^ *(?:<[^>]*>)?, \{|\{"[,;] "\}/m;
    expect(files.filter((file) => between.test(readFileSync(join("ui", file), "utf8")))).toEqual([]);
    const comma = (locale: (typeof LOCALES)[number]) => formatter(locale, "UTC", "2026-11-21T08:40:00Z").comma;
    expect(LOCALES.map(comma)).toEqual([", ", ", ", "، "]);
    expect(formatter("ar", "UTC", "2026-11-21T08:40:00Z").dateTime("2026-11-21T08:40:00Z")).not.toContain(",");
  });
});
