/** Phrases of intents: compared, added, moved, pasted, and in which language they are. */
import { describe, expect, it } from "vitest";
import {
  addPhrases,
  bare,
  countIn,
  countOf,
  languageOf,
  movePhrase,
  owners,
  pastedLines,
} from "../../../../ui/features/bots/understanding/phrases";
import { setAt } from "../../../../ui/features/bots/document/edit";
import { FLOW } from "../document/flows";

describe("phrases", () => {
  it("are the same whatever their case, punctuation and spaces", () => {
    expect(["Book a  service!", "BOOK A SERVICE", "book – a service?"].map(bare)).toEqual([
      "book a service",
      "book a service",
      "book a service",
    ]);
    expect(bare("सर्विस बुक करनी है।")).toBe("सर्विस बुक करनी है");
  });

  it("are added once to their intent and language", () => {
    const added = addPhrases(FLOW, "hours", [
      { text: " When are you open ", language: "en" },
      { text: "when are you open?", language: "en" },
      { text: "kab khulta hai", language: "hi-Latn" },
      { text: " ", language: "en" },
    ]);
    expect(added.intents!.hours!.phrases).toEqual({ en: ["When are you open"], "hi-Latn": ["kab khulta hai"] });
    expect([countIn(added, "hours", "en"), countOf(added, "hours"), countOf(added, "nobody")]).toEqual([1, 2, 0]);
    expect(addPhrases(FLOW, "service.book", [{ text: "Book a service.", language: "en" }])).toBe(FLOW);
  });

  it("go from one intent to another in their language", () => {
    const moved = movePhrase(FLOW, "book a service", "service.book", "hours");
    expect(moved.intents!.hours!.phrases).toEqual({ en: ["book a service"] });
    expect(moved.intents!["service.book"]!.phrases).toEqual({ en: [] });
    expect(movePhrase(FLOW, "nobody says this", "service.book", "hours")).toBe(FLOW);
  });

  it("belong to the first intent that has them", () => {
    expect(owners(FLOW)).toEqual(new Map([["book a service", "service.book"]]));
  });

  it("are in the language that was named, or that their letters are of", () => {
    const speaks = setAt(FLOW, ["languages"], ["en", "hi", "ar"]);
    expect(languageOf(speaks, "kab khulta hai", "hi-Latn")).toBe("hi-Latn");
    expect(languageOf(speaks, "when", "fr")).toBe("en");
    expect(languageOf(speaks, "कब", null)).toBe("hi");
    expect(languageOf(speaks, "متى", null)).toBe("ar");
    expect(languageOf(setAt(FLOW, ["languages"], ["hi"]), "kab", null)).toBe("hi-Latn");
    expect(languageOf(setAt(FLOW, ["languages"], ["ta"]), "कब", null)).toBe("hi");
    expect(languageOf(setAt(FLOW, ["languages"], ["en"]), "متى", null)).toBe("ar");
  });

  it("are pasted line by line, each once", () => {
    expect(pastedLines("one\r\n two \n\nONE!\nthree")).toEqual(["one", "two", "three"]);
  });

  it("are pasted without quotes of a sheet and marks of a list; each emoji is one of its own", () => {
    expect(pastedLines('\uFEFF"book it, please",en\n"say ""go"""\n1. first\n- second\n10 am\n👍\n😀\n👍')).toEqual([
      "book it, please",
      'say "go"',
      "first",
      "second",
      "10 am",
      "👍",
      "😀",
    ]);
  });
});
