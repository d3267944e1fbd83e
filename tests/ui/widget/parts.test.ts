// @vitest-environment happy-dom
/** Words, colours, days and what is kept. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { contrast, hex, panelColours, readable } from "../../../ui/widget/colours";
import { Picker } from "../../../ui/widget/calendar";
import { addDays, addMonths, sentDay, today, weeksOf } from "../../../ui/widget/days";
import { withLinks } from "../../../ui/widget/entries";
import { chooseLanguage } from "../../../ui/widget/launcher-words";
import { Store } from "../../../ui/widget/store";
import type { Theme } from "../../../ui/widget/types";
import { CATALOGUES, fill } from "../../../ui/widget/words";

const THEME = {
  name: "Bot",
  languages: ["en", "hi", "pt-BR"],
  language: "hi",
  primary: "#ffe100",
  on_primary: "#ffffff",
  bubble_user: "#ffe100",
  bubble_bot: "#ffffff",
  radius: 12,
} as unknown as Theme;

afterEach(() => void vi.useRealTimers());

describe("words", () => {
  it("are the same in each language, with the same holes", () => {
    const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const catalogue of Object.values(CATALOGUES)) {
      expect(Object.keys(catalogue)).toEqual(Object.keys(CATALOGUES.en!));
      for (const [key, text] of Object.entries(catalogue))
        expect(holes(text), key).toEqual(holes(CATALOGUES.en![key as keyof typeof catalogue]));
    }
    expect(fill("{a} of {b} and {c}", { a: 1, b: 2 })).toBe("1 of 2 and {c}");
  });

  it.each([
    [["hi"], "hi"],
    [["EN-us"], "en"],
    [["pt-br"], "pt-BR"],
    [["ta", undefined, "en-GB"], "en"],
    [["ta"], "hi"],
  ])("%j is spoken to in %s", (wished, expected) => {
    expect(chooseLanguage(THEME, wished)).toBe(expected);
  });
});

describe("colours", () => {
  it("can be read whatever the dealer chose", () => {
    for (const colour of ["#ffe100", "#1b2a47", "#888888", "#fff", "#000"])
      for (const ground of ["#ffffff", "#1d2129"])
        expect(contrast(readable(colour, ground), ground)).toBeGreaterThanOrEqual(4.5);
    const colours = panelColours(THEME, false);
    expect(colours).toContain("--on-user:#111111");
    expect(contrast(/--accent:(#\w+)/.exec(colours)![1]!, "#ffffff")).toBeGreaterThanOrEqual(4.5);
  });

  it("are those of the theme on a light page, and its own grounds on a dark one", () => {
    const theme = { ...THEME, on_bubble_user: "#000000", background: "#fff5e0", font: "serif" } as const;
    expect(panelColours(theme, false)).toContain("--ground:#fff5e0");
    expect(panelColours(theme, false)).toContain("--on-user:#000000");
    expect(panelColours(theme, false)).toContain("--font:ui-serif");
    expect(panelColours(theme, true)).not.toContain("#fff5e0");
  });

  it("are colours and nothing else", () => {
    expect(hex("red;}*{display:none", "#123456")).toBe("#123456");
    const colours = panelColours({ ...THEME, bubble_bot: "}x", radius: NaN }, false);
    expect(colours).toContain("--bot:#ffffff");
    expect(colours).toContain("--radius:12px");
  });
});

describe("days", () => {
  it("are counted without zones", () => {
    expect(addDays("2028-02-28", 2)).toBe("2028-03-01");
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
    const weeks = weeksOf("2026-07-18");
    expect([weeks.length, weeks[0]![0], weeks.at(-1)![6]]).toEqual([5, "2026-06-29", "2026-08-02"]);
  });

  it("are sent in words a bot reads", () => {
    expect(sentDay("2026-07-18", "en")).toBe("18 July 2026");
    expect(sentDay("2026-07-18", "hi")).toBe("18 जुलाई 2026");
    expect(sentDay("2026-07-18", "ar")).toBe("18/07/2026");
  });
});

describe("a picker", () => {
  const picked: string[] = [];
  const make = (input: { kind: string; closed?: string[]; times?: string[] }) => {
    picked.length = 0;
    const { element } = new Picker(input, "en", (text) => picked.push(text));
    document.body.replaceChildren(element);
    return element;
  };
  const main = () => document.querySelector<HTMLButtonElement>(".main")!;
  const day = (iso: string) => document.querySelector<HTMLButtonElement>(`[data-day="${iso}"]`)!;
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 6, 16, 10) }));

  it("strikes closed days and those that are over", () => {
    make({ kind: "date", closed: ["2026-07-17", "2026-07-19"] });
    for (const closed of ["2026-07-13", "2026-07-17", "2026-07-19"]) {
      day(closed).click();
      expect(day(closed).getAttribute("aria-disabled")).toBe("true");
      expect(main().disabled).toBe(true);
    }
    day("2026-07-18").click();
    expect(main().textContent).toMatch(/^Choose Sat,? 18 July$/);
    main().click();
    expect(picked).toEqual(["18 July 2026"]);
  });

  it("offers any day where none is closed: a birthday is over", () => {
    make({ kind: "date" });
    day("2026-07-01").click();
    main().click();
    expect(picked).toEqual(["1 July 2026"]);
  });

  it("wants a time beside the day where both are asked for", () => {
    make({ kind: "datetime", closed: [], times: ["09:30", "11:00"] });
    day("2026-07-18").click();
    expect(main().disabled).toBe(true);
    document.querySelectorAll<HTMLButtonElement>(".time")[1]!.click();
    main().click();
    expect(picked).toEqual(["18 July 2026, 11:00"]);
  });

  it("sends a time at once where only that is asked for", () => {
    make({ kind: "time", times: ["09:30"] });
    document.querySelector<HTMLButtonElement>(".time")!.click();
    expect(picked).toEqual(["09:30"]);
  });

  it("turns to the next month by keys, not before today", () => {
    const element = make({ kind: "date", closed: [] });
    const grid = () => element.querySelector("[role=grid]")!;
    const press = (key: string) => grid().dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
    press("ArrowLeft");
    expect(element.querySelector("[tabindex='0']")!.getAttribute("data-day")).toBe(today());
    press("PageDown");
    expect(element.querySelector("[tabindex='0']")!.getAttribute("data-day")).toBe("2026-08-16");
    press("ArrowDown");
    expect(element.querySelector("[tabindex='0']")!.getAttribute("data-day")).toBe("2026-08-23");
  });
});

describe("what is kept", () => {
  const state = { key: null, user: null, at: 0, queue: [], seen: null, unread: 2, person: false };
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  it("is kept as long as the theme says", () => {
    const lasts = { local: localStorage, session: sessionStorage };
    for (const [mode, storage] of Object.entries(lasts)) {
      storage.clear();
      new Store("t", mode as "local").saved = state;
      expect(storage.getItem("parley:t")).toContain('"unread":2');
      expect(new Store("t", mode as "local").saved).toMatchObject({ unread: 2 });
    }
    localStorage.clear();
    sessionStorage.clear();
    const memory = new Store("t", "memory");
    memory.saved = state;
    expect(memory.saved).toMatchObject({ unread: 2 });
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it("is forgotten after 30 days, and what cannot be read is nothing", () => {
    const store = new Store("t", "local");
    store.saved = state;
    vi.useFakeTimers({ now: Date.now() + 31 * 864e5 });
    expect(store.saved).toBeNull();
    localStorage.setItem("parley:t", "{broken");
    expect(store.saved).toBeNull();
  });

  it("lives as long as the page where the browser keeps nothing", () => {
    const refusing = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const store = new Store("t", "local");
    store.saved = state;
    expect(store.saved).toMatchObject({ unread: 2 });
    refusing.mockRestore();
  });
});

describe("a text", () => {
  it("links to the web only, and is never markup", () => {
    const parts = withLinks("See https://a.example/b?c=1. <b>x</b> javascript:alert(1)");
    expect(parts.map((part) => (typeof part === "string" ? part : (part as HTMLAnchorElement).href))).toEqual([
      "See ",
      "https://a.example/b?c=1",
      ". <b>x</b> javascript:alert(1)",
    ]);
    expect((parts[1] as HTMLAnchorElement).rel).toBe("noopener noreferrer");
  });
});
