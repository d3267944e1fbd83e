/** One offer as its people see it: what is offered follows its state, and figures say what they count. */
import { expect, it } from "vitest";
import { tabOf } from "../../../ui/features/offers/query";
import { AUDIENCE, FUNNEL, OFFERS, RECIPIENTS, WHOLE } from "../../ssr/offers";
import { opened } from "../rendered";

const open = (url: string, offer: object = {}) =>
  opened(url, (path) => {
    if (path.includes("/funnel")) return FUNNEL;
    if (path.includes("/audience")) return AUDIENCE;
    if (path.includes("/recipients")) return RECIPIENTS;
    return /offers\/\d/.test(path) ? { ...WHOLE, ...offer } : OFFERS;
  });

it("begins with the results once it has begun, and with the message before", () => {
  expect(tabOf({ tab: "" as never }, WHOLE)).toBe("results");
  expect(tabOf({ tab: "" as never }, { ...WHOLE, state: "draft" })).toBe("message");
  expect(tabOf({ tab: "audience" }, WHOLE)).toBe("audience");
});

it("names stages that the channel does not tell of, and marks what still counts", async () => {
  const { html } = await open("/offers/1");
  expect(html).toContain("not reported");
  expect(html).toContain("still counting");
  expect(html).toContain("Refused (471)");
  expect(html).toContain("The mailbox does not exist");
});

it("offers what its state allows and nothing else", async () => {
  const draft = await open("/offers/1", { state: "draft", possible: ["submit", "cancel"], owner: null });
  expect(draft.html).toContain("do=submit");
  expect(draft.html).not.toContain("do=approve");
  expect(draft.html).not.toContain("tab=results");
  const waiting = await open("/offers/1", {
    state: "pending_approval",
    possible: ["approve", "reject"],
    owner: { ...WHOLE.owner!, id: "999" },
  });
  expect(waiting.html).toContain("do=approve");
});

it("previews the message in each language, with the last day as its readers get it", async () => {
  const message = {
    en: { subject: "Winter", text: "Until {{until}}." },
    hi: { subject: "सर्दी", text: "{{until}} तक।" },
  };
  const page = await open("/offers/1?tab=message", {
    state: "draft",
    message,
    variants: [],
    end: "2026-12-15T12:00:00Z",
  });
  expect(page.texts(".of-mail-subject")).toEqual(["Winter", "सर्दी"]);
  const [english, hindi] = page.texts(".of-mail");
  expect(english).toMatch(/15 December/);
  expect(hindi).toMatch(/15 दिसंबर/);
});

it("compares up to four messages, and says which language one of them lacks", async () => {
  const message = { en: { subject: "Winter", text: "Come." }, hi: { subject: "सर्दी", text: "आइए।" } };
  const variants = [
    { id: "a", weight: 3, message },
    { id: "b", weight: 1, message: { en: { subject: "A slot", text: "Free." } } },
  ];
  const page = await open("/offers/1?tab=message", { state: "draft", message, variants });
  expect(page.texts("legend")).toEqual(["Message A", "Message B"]);
  const value = (name: string) => page.document.querySelector(`[name="${name}"]`)?.getAttribute("value");
  expect([value("variants.0.weight"), value("variants.1.weight")]).toEqual(["3", "1"]);
  expect(value("variants.1.message.en.subject")).toBe("A slot");
  expect(page.document.querySelector('[name="variants.1.message.ar.text"]')).not.toBeNull();
  expect(page.texts("fieldset .notice")).toEqual([expect.stringContaining("Message B has no Hindi")]);
  expect(page.html).toContain("variant=c");
  const third = await open("/offers/1?tab=message&variant=c", { state: "draft", message, variants });
  expect(third.texts("legend")).toEqual(["Message A", "Message B", "Message C"]);
});

it("asks for a subject in mails alone, counts by the channel, and offers the goals of bots", async () => {
  const message = { en: { subject: "", text: "Come." } };
  const page = await open("/offers/1?tab=message", {
    state: "draft",
    channel: "sms",
    longest: 640,
    message,
    variants: [],
  });
  expect(page.document.querySelector('[name$=".subject"]')).toBeNull();
  expect(page.document.querySelector('[name="message.en.text"]')?.getAttribute("maxlength")).toBe("640");
  expect(page.texts("[name=goal] option")).toEqual(["A visit to the workshop", "service_booking"]);
});

it("says that a person paused it and why, and when one that is scheduled starts", async () => {
  const paused = await open("/offers/1", { state: "paused", paused_by: null, state_reason: "Wrong price" });
  expect(paused.text(".notice")).toContain("Paused on");
  expect(paused.text(".notice")).toContain("Reason: Wrong price");
  const scheduled = await open("/offers/1", { state: "scheduled", start: "2026-12-01T05:00:00Z" });
  expect(scheduled.text(".notice")).toContain("Starts by itself on 1 Dec 2026");
});

it("narrows the recipients to a language of its messages", async () => {
  const text = { subject: "Winter", text: "Hello" };
  const offer = { message: { en: text, hi: text }, variants: [] };
  const { html } = await open("/offers/1?tab=recipients&language=hi", offer);
  expect(html).toMatch(/href="[^"]*tab=recipients[^"]*language=en/);
  expect(html).toMatch(/recipients\.csv\?[^"]*language=hi/);
});

it("narrows the recipients to an outlet of theirs, in the list and in the file", async () => {
  const page = await open("/offers/1?tab=recipients&outlet=42");
  expect(page.requests).toContainEqual(expect.stringMatching(/recipients\?.*outlet=42/));
  expect(page.html).toMatch(/href="[^"]*tab=recipients[^"]*outlet=41/);
  expect(page.html).toMatch(/recipients\.csv\?[^"]*outlet=42/);
  expect(page.text(".tabs [aria-current]")).toContain(String(WHOLE.counts.all));
});

it.each([
  [{ state: "counting", variant: null }, "once counting has ended"],
  [{ state: "few", variant: null }, "each must reach 30 people"],
  [{ state: "decided", variant: "b" }, "Message B did best"],
])("names the best message by a rule that is known before: %o", async (winner, words) => {
  const page = await opened("/offers/1?tab=results", (path) => {
    if (path.includes("/funnel")) return { ...FUNNEL, winner: { ...winner, needed: 30 } };
    return /offers\/\d/.test(path) ? WHOLE : OFFERS;
  });
  expect(page.text("main")).toContain(words);
});

it("plans when how many messages go out, and calls it an estimate", async () => {
  const page = await open("/offers/1?tab=schedule", { state: "draft" });
  expect(page.text("main")).toContain("An estimate");
  expect(page.texts("tbody tr")).toEqual([expect.stringContaining("≈ 81")]);
  const none = await opened("/offers/1?tab=schedule", (path) => {
    if (path.includes("/audience")) return { ...AUDIENCE, plan: null };
    return /offers\/\d/.test(path) ? { ...WHOLE, state: "draft" } : OFFERS;
  });
  expect(none.text("main")).not.toContain("An estimate");
});

it("says why messages failed by the same words in figures and in rows", async () => {
  const failed = (reason: string) => ({ ...RECIPIENTS, items: [{ ...RECIPIENTS.items[0]!, state: "failed", reason }] });
  const row = async (reason: string) => {
    const page = await opened("/offers/1?tab=recipients", (path) => {
      if (path.includes("/recipients")) return failed(reason);
      return /offers\/\d/.test(path) ? WHOLE : OFFERS;
    });
    return page.text("tbody tr");
  };
  expect(await row("550")).toContain("The mailbox does not exist");
  expect(await row("471")).toContain("Refused (471)");
});

it("counts the recipients of each state and stage", async () => {
  const page = await open("/offers/1?tab=recipients");
  expect(page.texts("nav a").map((text) => text.replace(/\s+/g, ""))).toEqual(
    expect.arrayContaining(["All2", "Failed1"]),
  );
});

it("shows conditions by the names of their values, and what takes people away", async () => {
  const { html } = await open("/offers/1?tab=audience");
  expect(html).toContain('value="Pune"');
  expect(html).toMatch(/− (?:<!-- -->)?12/);
  expect(html).toContain("Monsoon");
});

it("lists what is still to do where a draft is submitted, each with the way to it", async () => {
  const draft = { state: "draft", possible: ["submit"], state_reason: "Too long" } as const;
  const checks = { start: ["The start must be later."], "variants.a.message": ["Write it."] };
  const page = await open("/offers/1?do=submit", { ...draft, checks });
  expect(page.texts("dialog .of-missing li")).toEqual(["The start must be later.", "Write it."]);
  expect(page.link("dialog .of-missing a")).toBe("/offers/1?tab=schedule");
  expect(page.html).not.toContain("call=%2Fapi%2Fv1%2Foffers%2F1%2Fsubmit");
  expect(page.texts("main .of-missing li").length).toBeGreaterThan(0);
  expect(page.html).toContain("Too long");

  const ready = await open("/offers/1?do=submit", { ...draft, checks: {} });
  expect(ready.html).toContain("/submit");
  expect(ready.html).not.toContain("of-missing");
});
