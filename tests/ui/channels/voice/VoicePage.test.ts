/** A bot's voice as a person sees it. */
import { describe, expect, it } from "vitest";
import type { Voice } from "../../../../ui/features/channels/voice/api";
import { VOICE } from "../../../ssr/calls";
import { answer } from "../../../ssr/examples";
import { opened } from "../../rendered";

const open = (voice: Partial<Voice> = {}) =>
  opened("/admin/bots/7/voice", (path) => (/\/voice$/.test(path) ? { ...VOICE, ...voice } : answer(path)), {});
const [NUMBER] = VOICE.numbers;

describe("the numbers of a bot", () => {
  it("say their state, account, outlet and what was measured of their calls", async () => {
    const { text, document } = await open();
    for (const part of [
      "+912068124410",
      "Connected 2 calls now",
      "Twilio, account ends in 4b1e",
      "Pune Baner",
      "402, 96.8% answered",
      "15, 12 reached a person",
    ])
      expect(text(".bv-number")).toContain(part);
    expect(document.querySelector('.bv-number a[href="/admin/bots/7/channels?account=61"]')).not.toBeNull();
    expect(document.querySelector('.bv-number a[href="#phone"]')).not.toBeNull();
    expect(text("#languages")).toContain("recognized with 86.0% confidence");
  });

  it("show no share of no calls, and none to those who may not read reports", async () => {
    const none = await open({ figures: { numbers: [], recognition: [], with_consent: 0, refused: 0 } });
    expect(none.text(".bv-number")).toContain("Calls, 7 days0");
    expect(none.text(".bv-number")).not.toContain("%");
    expect(none.text("#consent")).not.toContain("Refused");
    expect((await open({ figures: null })).text(".bv-number")).not.toContain("Calls");
    const tested = await open({ numbers: [{ ...NUMBER!, environment: "test" }] });
    expect(tested.text(".bv-number")).not.toContain("Calls");
  });

  it("say how many callers refuse the recording", async () => {
    const { text } = await open({ figures: { ...VOICE.figures!, with_consent: 400, refused: 7 } });
    expect(text("#consent")).toContain("Refused in 1.8% of 400 calls of 28 days.");
  });

  it("are begun on the channels where there is none", async () => {
    const { document } = await open({ numbers: [] });
    expect(document.querySelector('a[href="/admin/bots/7/channels?add=voice#new-account"]')).not.toBeNull();
  });
});
