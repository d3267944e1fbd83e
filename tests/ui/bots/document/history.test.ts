/** Undo and redo, and two people's changes put together. */
import { describe, expect, it } from "vitest";
import {
  begin,
  changed,
  rebased,
  redone,
  STEPS,
  undone,
  type History,
} from "../../../../ui/features/bots/document/history";
import { isSame, merge } from "../../../../ui/features/bots/document/merge";

const typed = (texts: readonly string[], about = "", gap = 5000) =>
  texts.reduce<History<string>>((history, text, at) => changed(history, text, about, at * gap), begin("0"));

describe("steps", () => {
  it("go back and forth", () => {
    const history = typed(["1", "2", "3"]);
    const back = undone(undone(history));
    expect([back.present, redone(back).present, redone(redone(redone(back))).present]).toEqual(["1", "2", "3"]);
  });

  it("are a hundred at most", () => {
    let history = typed(Array.from({ length: 150 }, (_, at) => String(at + 1)));
    expect(history.past.length).toBe(STEPS);
    for (let at = 0; at < 200; at += 1) history = undone(history);
    expect(history.present).toBe("50");
    for (let at = 0; at < 200; at += 1) history = redone(history);
    expect(history.present).toBe("150");
  });

  it("of fast typing in one field are one", () => {
    expect(undone(typed(["a", "ab", "abc"], "text", 200)).present).toBe("0");
    expect(undone(typed(["a", "ab", "abc"], "text", 2000)).present).toBe("ab");
    const two = changed(typed(["a"], "text", 0), "b", "other", 10);
    expect(undone(two).present).toBe("a");
  });

  it("forth are gone after a change", () => {
    const history = changed(undone(typed(["1", "2"])), "3", "", 99_999);
    expect(redone(history)).toMatchObject({ present: "3" });
    expect(undone(history).present).toBe("1");
  });

  it("are not made by what changes nothing", () => {
    const history = typed(["1"]);
    expect(changed(history, "1", "", 0)).toBe(history);
  });

  it("are on another ground once another person has changed it", () => {
    const history = rebased(typed(["1", "2"]), (state) => `${state}!`);
    expect([history.present, undone(history).present]).toEqual(["2!", "1!"]);
  });
});

describe("two changes", () => {
  const base = { a: 1, b: { c: 1, d: 1 }, rows: [{ x: 1 }, { x: 2 }], words: ["a", "b"] };

  it("of different places go together", () => {
    const mine = { ...base, a: 2, b: { c: 2, d: 1 } };
    const theirs = { ...base, b: { c: 1, d: 2, e: 1 } };
    expect(merge<unknown>(base, mine, theirs)).toEqual({
      merged: { ...base, a: 2, b: { c: 2, d: 2, e: 1 } },
      clashes: [],
    });
  });

  it("of one place clash, and mine wins", () => {
    const { merged, clashes } = merge(base, { ...base, a: 2 }, { ...base, a: 3 });
    expect(merged.a).toBe(2);
    expect(clashes).toEqual([{ path: ["a"], mine: 2, theirs: 3 }]);
  });

  it("that are the same do not clash", () => {
    expect(merge(base, { ...base, a: 2 }, { ...base, a: 2 }).clashes).toEqual([]);
  });

  it("of which one takes out what the other changes clash", () => {
    const { b: _, ...without } = base;
    expect(merge<object>(base, without, { ...base, b: { c: 9, d: 1 } }).clashes).toEqual([
      { path: ["b"], mine: undefined, theirs: { c: 9, d: 1 } },
    ]);
    expect(merge<object>(base, without, base).merged).toEqual(without);
  });

  it("of rows go together as long as there are as many", () => {
    const mine = { ...base, rows: [{ x: 5 }, { x: 2 }] };
    const theirs = { ...base, rows: [{ x: 1 }, { x: 6 }] };
    expect(merge(base, mine, theirs)).toEqual({ merged: { ...base, rows: [{ x: 5 }, { x: 6 }] }, clashes: [] });
    expect(merge(base, mine, { ...base, rows: [{ x: 1 }] }).clashes).toHaveLength(1);
  });

  it("of words are both made", () => {
    const { merged, clashes } = merge({ goals: base.words }, { goals: ["b", "mine"] }, { goals: ["a", "b", "theirs"] });
    expect(merged.goals).toEqual(["b", "theirs", "mine"]);
    expect(clashes).toEqual([]);
  });

  it("are the same in whatever order their keys stand", () => {
    expect(isSame({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
    expect([isSame({ a: 1 }, { a: 1, b: 2 }), isSame([1], [1, 2]), isSame(null, {})]).toEqual([false, false, false]);
  });
});
