/** A report asked again: only what has changed travels, and the page has the whole. */
import { describe, expect, it } from "vitest";
import type { Answer } from "../../../../ui/api";
import { reportsApi, USUAL } from "../../../../ui/features/reports/dashboard/api";
import { patched } from "../../../../ui/features/reports/dashboard/patched";
import { makeStore } from "../../../../ui/store";
import { SESSION } from "../../rendered";

const WATERMARKS = ["a".repeat(24), "b".repeat(24)];
const { dashboard } = reportsApi.endpoints;

/** The calls that a store makes of a report opened twice, and what it has afterwards. */
async function twice(args: typeof USUAL, ...answers: Answer[]) {
  const calls: string[] = [];
  const store = makeStore(SESSION, (call) => {
    calls.push(String(call));
    return answers[calls.length - 1]!;
  });
  await store.dispatch(dashboard.initiate(args));
  const second = await store.dispatch(dashboard.initiate(args, { forceRefetch: true }));
  return {
    calls,
    data: (dashboard.select(args)(store.getState() as never) as { data?: unknown }).data,
    error: second.error,
  };
}

const FIRST = { watermark: WATERMARKS[0], cards: [{ value: 30 }, { value: 7 }] };

describe("a report asked again", () => {
  it("asks what has changed, and has the whole document", async () => {
    const patch = [
      { op: "replace", path: "/cards/0/value", value: 31 },
      { op: "replace", path: "/watermark", value: WATERMARKS[1] },
    ];
    const { calls, data } = await twice(USUAL, { data: FIRST }, { data: patch });
    expect(calls).toEqual([
      "/api/v1/reports/dashboard?brief=1",
      `/api/v1/reports/dashboard?brief=1&since=${WATERMARKS[0]}`,
    ]);
    expect(data).toEqual({ watermark: WATERMARKS[1], cards: [{ value: 31 }, { value: 7 }] });
  });

  it("takes a whole answer, and keeps its filters", async () => {
    const whole = { ...FIRST, watermark: WATERMARKS[1] };
    const { calls, data } = await twice({ ...USUAL, grp: "sales" }, { data: FIRST }, { data: whole });
    expect(calls[1]).toBe(`/api/v1/reports/dashboard?grp=sales&brief=1&since=${WATERMARKS[0]}`);
    expect(data).toEqual(whole);
  });

  it("keeps the last answer where none comes", async () => {
    const error = { status: 503, code: "unavailable" };
    const second = await twice(USUAL, { data: FIRST }, { error });
    expect(second.data).toEqual(FIRST);
    expect(second.error).toMatchObject(error);
  });

  it("asks a snapshot, which has no watermark, as before", async () => {
    const { calls } = await twice(USUAL, { data: { cards: [] } }, { data: { cards: [] } });
    expect(calls[1]).toBe(calls[0]);
  });

  it("leaves the kept document as it is", () => {
    const previous = { rows: [[1, 2]], "a/b": 1 };
    expect(patched(previous, [{ path: "/a~1b", value: 2 }])).toEqual({ rows: [[1, 2]], "a/b": 2 });
    expect(previous["a/b"]).toBe(1);
  });
});
