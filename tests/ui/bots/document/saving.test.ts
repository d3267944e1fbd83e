/** Keeping a document saved: on its revision, offline, beside another person, over a visit. */
import { beforeEach, describe, expect, it } from "vitest";
import { setAt } from "../../../../ui/features/bots/document/edit";
import type { Kept } from "../../../../ui/features/bots/document/kept";
import { merge, partOf } from "../../../../ui/features/bots/document/merge";
import { Saving, type Calls, type Stored } from "../../../../ui/features/bots/document/saving";
import type { FlowDocument } from "../../../../ui/features/bots/document/types";
import { FLOW } from "./flows";

const hello = (text: string, document: FlowDocument = FLOW) => setAt(document, ["nodes", "hello", "text", "en"], text);
const menu = (text: string, document: FlowDocument = FLOW) => setAt(document, ["nodes", "menu", "text", "en"], text);

/** A server with one document, a clock that is turned by hand, and a browser's memory. */
function world() {
  const server = { revision: 1, document: FLOW, answers: [] as { problem: { status: number } }[], saves: 0 };
  let timers: { run: () => void; at: number }[] = [];
  let clock = 0;
  let draft: Kept | null = null;
  const stored = (): Stored => ({ ...server, changed_at: null, errors: [], warnings: [] });
  const calls: Calls = {
    save: async (revision, document) => {
      server.saves += 1;
      const answer = server.answers.shift();
      if (answer) return answer;
      if (revision !== server.revision) return { problem: { status: 412 } };
      server.document = document;
      server.revision += 1;
      return { revision: server.revision };
    },
    look: async () => stored(),
    check: async () => [{ level: "error", code: "dead_end", node: "menu", path: "nodes/menu", message: "" }],
    keep: { read: () => draft, write: (value) => void (draft = value), drop: () => void (draft = null) },
    now: () => clock,
    later: (run, ms) => {
      const timer = { run, at: clock + ms };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
  };
  const pass = async (ms: number) => {
    clock += ms;
    const due = timers.filter(({ at }) => at <= clock);
    timers = timers.filter(({ at }) => at > clock);
    for (const { run } of due) run();
    for (let at = 0; at < 20; at += 1) await Promise.resolve();
  };
  return { server, calls, pass, stored, draft: () => draft, waiting: () => timers.length };
}

let at: ReturnType<typeof world>;
let saving: Saving;
const text = (name = "hello") => saving.snapshot().history.present.nodes[name]!.text!.en;
beforeEach(() => {
  at = world();
  saving = new Saving(at.stored(), at.calls);
});

describe("what is done besides the document", () => {
  it("is a step among its changes, and neither typed nor saved", async () => {
    const done: string[] = [];
    const step = (name: string) => ({
      back: () => void done.push(`-${name}`),
      forth: () => void done.push(`+${name}`),
    });
    saving.note(step("a"));
    expect([saving.snapshot().state, saving.snapshot().history.past.length, at.waiting()]).toEqual(["saved", 1, 0]);
    saving.change(hello("a"));
    saving.note(step("b"));
    saving.undo();
    expect([done, text()]).toEqual([["-b"], "a"]);
    saving.undo();
    expect([done, text()]).toEqual([["-b"], FLOW.nodes.hello!.text!.en]);
    saving.undo();
    saving.undo();
    saving.redo();
    saving.redo();
    saving.redo();
    expect([done, text()]).toEqual([["-b", "-a", "+a", "+b"], "a"]);
    await at.pass(2000);
    expect(at.server.document).toEqual(hello("a"));
  });

  it("in quick steps of one thing goes back to before the first", () => {
    const done: number[] = [];
    const step = (from: number, to: number) => ({ back: () => void done.push(from), forth: () => void done.push(to) });
    saving.note(step(0, 1), "place/hello");
    saving.note(step(1, 2), "place/hello");
    saving.undo();
    saving.redo();
    expect(done).toEqual([0, 2]);
  });
});

describe("what is typed", () => {
  it("is saved two seconds after the first change, and checked", async () => {
    saving.change(hello("a"));
    await at.pass(1000);
    saving.change(hello("ab"));
    expect([at.server.saves, saving.snapshot().state]).toEqual([0, "typing"]);
    await at.pass(1000);
    expect(at.server.document).toEqual(hello("ab"));
    expect(saving.snapshot()).toMatchObject({ state: "saved", revision: 2, problem: null });
    expect(saving.snapshot().issues.map(({ code }) => code)).toEqual(["dead_end"]);
    expect([at.draft(), at.waiting()]).toEqual([null, 0]);
  });

  it("makes the checks those of an older document until they are made again, or it is undone", async () => {
    saving.change(hello("a"));
    expect(saving.snapshot().checking).toBe(true);
    await at.pass(2000);
    expect(saving.snapshot().checking).toBe(false);
    saving.change(hello("ab"));
    saving.undo();
    expect(saving.snapshot().checking).toBe(true);
    await at.pass(2000);
    expect([saving.snapshot().checking, saving.snapshot().state]).toEqual([false, "saved"]);
  });

  it("while it is being saved is saved next", async () => {
    saving.change(hello("a"));
    const sent = saving.save();
    saving.change(hello("ab"));
    await sent;
    expect(saving.snapshot().state).toBe("typing");
    await at.pass(2000);
    expect(at.server.document).toEqual(hello("ab"));
  });

  it("and undone before it was saved is not saved at all", async () => {
    saving.change(hello("a"));
    saving.undo();
    await at.pass(2000);
    expect([at.server.saves, saving.snapshot().state]).toEqual([0, "saved"]);
  });
});

describe("offline", () => {
  it("what is typed is kept in the browser and saved once it can be", async () => {
    at.server.answers = [{ problem: { status: 0 } }];
    saving.change(hello("a"));
    await at.pass(2000);
    expect(saving.snapshot().state).toBe("offline");
    expect(at.draft()!.document).toEqual(hello("a"));
    saving.change(hello("ab"));
    expect(saving.snapshot().state).toBe("offline");
    await saving.save();
    expect(at.server.document).toEqual(hello("ab"));
    expect([saving.snapshot().state, at.draft()]).toEqual(["saved", null]);
  });

  it("it is tried again by itself", async () => {
    at.server.answers = [{ problem: { status: 0 } }];
    saving.change(hello("a"));
    await at.pass(2000);
    await at.pass(15_000);
    expect([at.server.document, saving.snapshot().state]).toEqual([hello("a"), "saved"]);
  });
});

describe("what the API refuses", () => {
  it("stays on the page with the reason, until it is changed", async () => {
    at.server.answers = [{ problem: { status: 422 } }];
    saving.change(hello("a"));
    await at.pass(2000);
    expect(saving.snapshot()).toMatchObject({ state: "failed", problem: { status: 422 } });
    expect(text()).toBe("a");
    saving.change(hello("b"));
    await at.pass(2000);
    expect(saving.snapshot()).toMatchObject({ state: "saved", problem: null });
  });
});

describe("another person's change", () => {
  const theirs = (document: FlowDocument) => Object.assign(at.server, { document, revision: at.server.revision + 1 });

  it("of another place comes in, and mine is saved on it", async () => {
    saving.change(hello("mine"));
    theirs(menu("theirs"));
    await at.pass(2000);
    await at.pass(0);
    expect(at.server.document).toEqual(menu("theirs", hello("mine")));
    saving.undo();
    expect([text(), text("menu")]).toEqual(["Hello", "theirs"]);
  });

  it.each([
    ["mine", "mine"],
    ["theirs", "theirs"],
  ] as const)("of the same place waits for a person: %s", async (choice, expected) => {
    saving.change(menu("also mine", hello("mine")));
    theirs(hello("theirs"));
    await at.pass(2000);
    expect(saving.snapshot()).toMatchObject({
      state: "stale",
      clashes: [{ path: ["nodes", "hello", "text", "en"], mine: "mine", theirs: "theirs" }],
    });
    // What is typed while one decides is not lost, and not saved.
    saving.change(setAt(saving.snapshot().history.present, ["nodes", "bye", "text", "en"], "typed on"));
    await at.pass(60_000);
    expect(at.server.revision).toBe(2);
    saving.settle(() => choice);
    await at.pass(0);
    const { nodes } = at.server.document;
    expect([nodes.hello!.text!.en, nodes.menu!.text!.en, nodes.bye!.text!.en]).toEqual([
      expected,
      "also mine",
      "typed on",
    ]);
    expect(saving.snapshot()).toMatchObject({ state: "saved", clashes: [] });
  });

  it("of several same places is chosen for each part", async () => {
    saving.change(menu("my menu", hello("my hello")));
    theirs(menu("their menu", hello("their hello")));
    await at.pass(2000);
    expect(saving.snapshot().clashes.map(({ path }) => partOf(path))).toEqual(["nodes/hello", "nodes/menu"]);
    saving.settle((path) => (partOf(path) === "nodes/menu" ? "theirs" : "mine"));
    await at.pass(0);
    expect(at.server.document).toEqual(menu("their menu", hello("my hello")));
    saving.undo();
    expect([text(), text("menu")]).toEqual(["their hello", "their menu"]);
  });

  it("is taken in when one looks again with nothing of one's own", async () => {
    theirs(menu("theirs"));
    await saving.look();
    expect([text("menu"), saving.snapshot().revision, saving.snapshot().merged]).toEqual(["theirs", 2, true]);
    saving.change(hello("mine", saving.snapshot().history.present));
    theirs(menu("theirs again"));
    await saving.look();
    expect(text("menu")).toBe("theirs");
  });
});

describe("what was never saved", () => {
  it("is back on the next visit, and saved", async () => {
    at.calls.keep.write({ revision: 1, base: FLOW, document: hello("from before") });
    saving.restore();
    expect([text(), saving.snapshot().restored, saving.snapshot().state]).toEqual(["from before", true, "typing"]);
    await at.pass(2000);
    expect(at.server.document).toEqual(hello("from before"));
  });

  it("is put together with what others have saved meanwhile", async () => {
    Object.assign(at.server, { document: menu("theirs"), revision: 5 });
    saving = new Saving(at.stored(), at.calls);
    at.calls.keep.write({ revision: 1, base: FLOW, document: hello("from before") });
    saving.restore();
    await at.pass(2000);
    expect(at.server.document).toEqual(menu("theirs", hello("from before")));
  });

  it("waits for a person where it clashes", async () => {
    Object.assign(at.server, { document: hello("theirs"), revision: 5 });
    saving = new Saving(at.stored(), at.calls);
    at.calls.keep.write({ revision: 1, base: FLOW, document: hello("from before") });
    saving.restore();
    expect([saving.snapshot().state, saving.snapshot().clashes.length]).toEqual(["stale", 1]);
    saving.settle(() => "theirs");
    await at.pass(0);
    expect([text(), saving.snapshot().state]).toEqual(["theirs", "saved"]);
  });

  it("is forgotten where it is what is stored", () => {
    at.calls.keep.write({ revision: 1, base: FLOW, document: FLOW });
    saving.restore();
    expect([at.draft(), saving.snapshot().restored]).toEqual([null, false]);
  });

  it("is saved at once when the page is left", async () => {
    saving.change(hello("a"));
    saving.stop();
    await at.pass(0);
    expect(at.server.document).toEqual(hello("a"));
  });
});

describe("lists of words", () => {
  const wordings = (...words: string[]) => ({ nodes: { hello: { text: { en: words } } } });
  const phrases = (...words: string[]) => ({ intents: { book: { phrases: { en: words } } } });

  it("of phrases have what either has added, without what either has taken out", () => {
    const { merged, clashes } = merge(phrases("a", "b"), phrases("a", "b", "c"), phrases("b", "d"));
    expect([merged, clashes]).toEqual([phrases("b", "d", "c"), []]);
  });

  it("of a text clash where both have changed the same wording, and only there", () => {
    const { clashes } = merge(wordings("a", "b"), wordings("mine", "b"), wordings("theirs", "c"));
    expect(clashes.map(({ path }) => path.join("/"))).toEqual(["nodes/hello/text/en/0"]);
    expect(merge(wordings("a", "b"), wordings("mine", "b"), wordings("a", "c")).merged).toEqual(wordings("mine", "c"));
  });
});
