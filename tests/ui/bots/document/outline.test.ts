/** The outline of a flow: entrances and their nodes, what leads where, what is open, what is found. */
import { describe, expect, it } from "vitest";
import { setAt } from "../../../../ui/features/bots/document/edit";
import {
  currentIssues,
  openEnds,
  reachable,
  reachedFrom,
  slots,
  targets,
} from "../../../../ui/features/bots/document/graph";
import {
  asRead,
  branchRows,
  find,
  groups,
  inOrder,
  nodeLabel,
  plainName,
  variables,
} from "../../../../ui/features/bots/document/outline";
import { lengthOf, pieces } from "../../../../ui/features/bots/document/limits";
import type { FlowDocument, Issue } from "../../../../ui/features/bots/document/types";
import deadEnds from "../../../cases/dead_ends.cases.json";
import { FLOW } from "./flows";

describe("the outline", () => {
  it("has the start, each intent, and what several or none lead to", () => {
    expect(groups(FLOW).map(({ key, nodes }) => [key, nodes])).toEqual([
      ["start", ["hello", "menu"]],
      ["intent:service.book", ["ask_day", "booked", "bye"]],
      ["intent:hours", ["hours"]],
      ["anywhere", ["person", "closed", "lost"]],
    ]);
  });

  it("has every node once", () => {
    expect([...inOrder(FLOW)].sort()).toEqual(Object.keys(FLOW.nodes).sort());
  });

  it("goes on where an intent leads to nothing or two share an entrance", () => {
    const odd = setAt(setAt(FLOW, ["intents", "hours", "goto"], "nowhere"), ["intents", "again"], { goto: "hello" });
    expect(groups(odd).map(({ key }) => key)).toEqual(["start", "intent:service.book", "anywhere"]);
  });

  it("calls nodes by their ids as words", () => {
    expect(["ask_day", "hello", "a.b-c", "_"].map(nodeLabel)).toEqual(["Ask day", "Hello", "A b c", "_"]);
  });

  it("shows where branches lead, and the plain way on only where another row follows", () => {
    expect(branchRows(FLOW, "menu", undefined).map(({ kind }) => kind)).toEqual(["option", "option", "option"]);
    expect(branchRows(FLOW, "hello", "menu")).toEqual([]);
    expect(branchRows(FLOW, "hello", "bye").map(({ target }) => target)).toEqual(["menu"]);
    expect(branchRows(FLOW, "person", "bye").map(({ kind }) => kind)).toEqual(["next", "closed"]);
  });
});

describe("references", () => {
  it("are those of the node's type", () => {
    expect(slots({ type: "end", next: "x" })).toEqual([]);
    expect(slots({ type: "jump", to: "a" }).map(({ kind }) => kind)).toEqual(["to"]);
    expect(slots({ type: "jump", to: "a", back: true }).map(({ kind }) => kind)).toEqual(["to", "next"]);
    expect(slots({ type: "condition", branches: [{ if: "a" }] }).map(({ kind }) => kind)).toEqual(["branch", "else"]);
    expect(slots({ type: "call", url: "" }).map(({ kind }) => kind)).toEqual(["next", "failed"]);
    expect(slots({ type: "split", variants: [{}, {}] }).map(({ path }) => path)).toEqual([
      ["variants", 0, "next"],
      ["variants", 1, "next"],
    ]);
    expect(targets(FLOW.nodes.ask_day!)).toEqual(["booked", "person"]);
  });

  it("are followed as the API follows them", () => {
    expect([...reachable(FLOW, ["hello"])].sort()).toEqual(
      ["ask_day", "booked", "bye", "closed", "hello", "hours", "menu", "person"].sort(),
    );
    const jump = setAt(FLOW, ["nodes", "hello"], { type: "jump", to: "hours", back: true, next: "bye" });
    expect(reachable(jump, ["hello"], false).has("hours")).toBe(false);
  });

  it("that lead nowhere are open where a conversation would end there", () => {
    const open = openEnds(FLOW);
    expect([...open.get("menu")!]).toEqual(["options/2/next"]);
    // The start leads to the opening hours: the path may not end there.
    expect([...open.get("hours")!]).toEqual(["next"]);
    const aside = setAt(FLOW, ["nodes", "menu", "options", 1, "next"], "bye");
    expect(openEnds(aside).has("hours")).toBe(false);
    expect([...openEnds(setAt(FLOW, ["nodes", "hello", "next"], "gone")).get("hello")!]).toEqual(["next"]);
  });

  it("of options go where the node goes when they have no place of their own", () => {
    const common = setAt(FLOW, ["nodes", "menu", "next"], "bye");
    expect(openEnds(common).has("menu")).toBe(false);
  });

  it("to a node are known with what they are", () => {
    expect(reachedFrom(FLOW, "person").map((source) => source.kind)).toEqual(["fallback", "node"]);
    expect(reachedFrom(FLOW, "hello")).toEqual([{ kind: "start" }]);
    expect(reachedFrom(FLOW, "hours").map((source) => source.kind)).toEqual(["intent", "node"]);
    expect(reachedFrom(FLOW, "lost")).toEqual([]);
  });
});

describe("what is looked for", () => {
  it.each([
    ["which", ["ask_day"]],
    ["नमस्ते", ["hello"]],
    ["a person", ["menu"]],
    ["DAY", ["ask_day"]],
    ["ask which", ["ask_day"]],
    ["nothing like it", []],
  ])("%s is found in %j", (text, names) => {
    expect([...find(FLOW, text)]).toEqual(names);
  });
});

describe("variables", () => {
  it("are those that are declared, saved or set", () => {
    const more = setAt(
      setAt(FLOW, ["nodes", "rate"], { type: "rate", save: "score" }),
      ["nodes", "menu", "options", 0, "set"],
      {
        kind: "1",
      },
    );
    expect(Object.fromEntries(variables(more))).toEqual({ day: "date", score: "number", kind: "text" });
  });

  it("are said to people in words where they are dates", () => {
    const names = [...variables(FLOW)].map(([name, type]) => asRead(name, type));
    expect(names).toEqual(["day.long"]);
    expect([asRead("at", "time"), asRead("from", "datetime")]).toEqual(["at", "from.long"]);
    expect(["day.long", "booking.longest", "day"].map(plainName)).toEqual(["day", "booking.longest", "day"]);
  });
});

describe("lengths", () => {
  it("are those of the longest wording, by characters", () => {
    expect([lengthOf(undefined), lengthOf("abc"), lengthOf(["a", "abcd"]), lengthOf("😀")]).toEqual([0, 3, 4, 1]);
  });

  it("come with variables set apart", () => {
    expect(pieces("On {{ day }}, {{contact.name}}!")).toEqual([
      { text: "On ", variable: false },
      { text: "day", variable: true },
      { text: ", ", variable: false },
      { text: "contact.name", variable: true },
      { text: "!", variable: false },
    ]);
  });
});

describe("issues of an earlier document", () => {
  const issue = (code: string, node: string | null, path = ""): Issue => ({
    level: "error",
    code,
    node,
    path,
    message: "",
  });
  const codes = (issues: readonly Issue[]) => issues.map(({ code, node, path }) => [code, node, path]);
  const OPEN = [
    ["dead_end", "menu", "nodes/menu/options/2/next"],
    ["dead_end", "hours", "nodes/hours/next"],
  ];

  it("are the open ends of now, and what is of nodes that are there", () => {
    const earlier = [
      issue("dead_end", "hello", "nodes/hello/next"),
      issue("missing_text", "gone", "nodes/gone/text"),
      issue("missing_text", "menu", "nodes/menu/text"),
      issue("unreachable_node", "bye"),
      issue("unreachable_node", "lost"),
      issue("missing_goal", null),
    ];
    expect(codes(currentIssues(earlier, FLOW))).toEqual([
      ...OPEN,
      ["missing_text", "menu", "nodes/menu/text"],
      ["unreachable_node", "lost", ""],
      ["missing_goal", null, ""],
    ]);
  });

  it.each(deadEnds.cases)(
    "have as dead ends what the server reports: $name",
    ({ start, nodes, intents = {}, open }) => {
      const document = { format: "parley-flow/1", languages: ["en"], start, intents, nodes } as unknown as FlowDocument;
      expect(currentIssues([], document).map(({ code, path }) => [code, path])).toEqual(
        open.map((path) => ["dead_end", path]),
      );
    },
  );

  it("have what a new node lacks at once", () => {
    const added = setAt(
      setAt(FLOW, ["nodes", "new"], { type: "message", text: {} }),
      ["nodes", "hello", "next"],
      "new",
    );
    expect(codes(currentIssues([], added))).toEqual([["dead_end", "new", "nodes/new/next"]]);
    const missing = setAt(FLOW, ["nodes", "hello", "next"], "nobody");
    expect(codes(currentIssues([], missing))[0]).toEqual(["missing_node", "hello", "nodes/hello/next"]);
  });
});
