/** What was said is once and in the server's order, whichever way it came. */
import { describe, expect, it } from "vitest";
import { Transcript } from "../../../ui/widget/transcript";
import type { Pending, WidgetEvent } from "../../../ui/widget/types";
import { lineText, wordsOf } from "../../../ui/widget/words";

let clock = 0;
const at = () => new Date(1_800_000_000_000 + (clock += 1000)).toISOString();
const event = (id: string, more: Partial<WidgetEvent> = {}): WidgetEvent => ({
  id,
  type: "message",
  speaker: "bot",
  text: id,
  at: at(),
  ...more,
});
const pending = (id: string, text = id): Pending => ({
  client_msg_id: id,
  type: "text",
  text,
  payload: null,
  at: Date.now(),
});
const texts = (transcript: Transcript) => transcript.entries.map(({ text }) => text);

describe("events", () => {
  it("stand once, by the server's ids, larger than JavaScript's numbers too", () => {
    const transcript = new Transcript();
    for (const id of ["9007199254740993", "9007199254740992", "9007199254740993", "99"]) transcript.take(event(id));
    expect(texts(transcript)).toEqual(["99", "9007199254740992", "9007199254740993"]);
  });

  it("of typing are not part of it", () => {
    const transcript = new Transcript();
    expect(transcript.take(event("1", { type: "typing" }))).toBeNull();
    expect(transcript.entries).toEqual([]);
  });
});

describe("a message on its way", () => {
  it("stays below what the server tells, until it is sent", () => {
    const transcript = new Transcript();
    transcript.add(pending("a"));
    transcript.mark("a", "failed");
    transcript.take(event("1"));
    expect(texts(transcript)).toEqual(["1", "a"]);
  });

  it("is above its answer once it is sent, and an agent's earlier words above both", () => {
    const transcript = new Transcript();
    transcript.add(pending("a"));
    transcript.mark("a", "sent");
    transcript.take(event("12"));
    expect(texts(transcript)).toEqual(["a", "12"]);
    // What was waited for comes later than the answer, in order.
    for (const widgetEvent of [
      event("10"),
      event("11", { speaker: "user", text: "a", client_msg_id: "a" }),
      event("12"),
    ])
      transcript.take(widgetEvent);
    expect(texts(transcript)).toEqual(["10", "a", "12"]);
    expect(transcript.entries[1]).toMatchObject({ id: "11", sending: "sent" });
  });

  it("that failed is known by its id when the server had it after all", () => {
    const transcript = new Transcript();
    transcript.add(pending("a", "yes"));
    transcript.mark("a", "failed");
    transcript.take(event("11", { speaker: "user", text: "yes", client_msg_id: "a" }));
    transcript.mark("a", "failed");
    expect(transcript.entries).toHaveLength(1);
    expect(transcript.entries[0]!.sending).toBe("sent");
  });

  it("is known by its words where no id is known, one for one", () => {
    const transcript = new Transcript();
    for (const id of ["a", "b"]) {
      transcript.add(pending(id, "yes"));
      transcript.mark(id, "sent");
    }
    for (const id of ["1", "2", "3"]) transcript.take(event(id, { speaker: "user", text: "yes" }));
    expect(transcript.entries.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  });
});

describe("a question", () => {
  const options = [{ id: "x", label: "X" }];
  it("is open until the visitor says something, the person answers or it ends", () => {
    const transcript = new Transcript();
    transcript.take(event("1", { options }));
    transcript.take(event("2"));
    expect(transcript.question?.id).toBe("1");
    transcript.add(pending("a"));
    expect(transcript.question).toBeNull();
    transcript.mark("a", "refused", "too long");
    expect(transcript.question?.id).toBe("1");
    transcript.take(event("3", { type: "handoff", speaker: "system" }));
    expect(transcript.question).toBeNull();
  });

  it("is not open any more after the end", () => {
    const transcript = new Transcript();
    transcript.take(event("1", { options }));
    transcript.take(event("2", { type: "end", speaker: "system" }));
    expect(transcript.ended).toBe(true);
    expect(transcript.question).toBeNull();
    transcript.take(event("3", { options }));
    expect(transcript.question?.id).toBe("3");
  });
});

describe("who answers", () => {
  it.each([
    ["a request", [{ type: "handoff", speaker: "system" }], { state: "waiting", name: "" }],
    ["an agent's first word", [{ speaker: "agent", name: "Asha" }], { state: "answering", name: "Asha" }],
    [
      "a request that was missed",
      [
        { type: "handoff", state: "requested" },
        { type: "handoff", state: "missed" },
      ],
      { state: "none", name: "" },
    ],
    [
      "the bot's word on a file while a person answers",
      [{ speaker: "agent", name: "Asha" }, { speaker: "bot" }],
      { state: "answering", name: "Asha" },
    ],
    [
      "the bot again",
      [{ speaker: "agent", name: "Asha" }, { type: "handoff", state: "returned" }, { speaker: "bot" }],
      { state: "none", name: "" },
    ],
    [
      "the bot's own words while one waits",
      [{ type: "handoff", state: "requested" }, { speaker: "bot" }],
      { state: "waiting", name: "" },
    ],
  ] as const)("after %s", (_, events, expected) => {
    const transcript = new Transcript();
    events.forEach((item, i) => transcript.take(event(String(i), item as Partial<WidgetEvent>)));
    expect(transcript.person).toMatchObject(expected);
  });
});

describe("a place in line", () => {
  const waiting = () => {
    const transcript = new Transcript();
    transcript.take(event("1", { type: "handoff", speaker: "system", state: "requested" }));
    return transcript;
  };

  it("is that of one who waits, until a person answers", () => {
    const transcript = waiting();
    expect(transcript.person.place).toBe(0);
    transcript.standAt(3);
    transcript.standAt(2);
    expect(transcript.person).toMatchObject({ state: "waiting", place: 2 });
    transcript.take(event("2", { type: "handoff", speaker: "system", state: "accepted", text: "Asha" }));
    expect(transcript.person).toEqual({ state: "answering", name: "Asha", place: 0 });
  });

  it("is none of one who does not wait", () => {
    const transcript = new Transcript();
    transcript.standAt(3);
    expect(transcript.person.place).toBe(0);
  });

  it("is said as people count", () => {
    const textAt = (place: number, language = "en") => lineText(place, wordsOf(language), language);
    expect([1, 2, 3, 4, 11, 21].map((place) => textAt(place))).toEqual([
      "You are next in line",
      "You are 2nd in line",
      "You are 3rd in line",
      "You are 4th in line",
      "You are 11th in line",
      "You are 21st in line",
    ]);
    expect(textAt(3, "hi")).toBe("कतार में आपका स्थान: 3");
    expect(textAt(1, "ar")).toBe("دورك هو التالي");
  });
});
