/** The addresses of calls, and what they ask the API for. */
import { describe, expect, it } from "vitest";
import { callsApi } from "../../../../ui/features/reports/calls/api";
import { callsGrammar } from "../../../../ui/features/reports/calls/query";
import { readQuery } from "../../../../ui/page/query";

describe("the list of calls", () => {
  it("is of real calls unless its address says otherwise", () => {
    const { values } = readQuery(callsGrammar, new URLSearchParams(""));
    expect(values).toMatchObject({ traffic: "real", ended: "", recording: "", phrase: "" });
  });

  it("has its calls under the names that pages use", () => {
    expect(Object.keys(callsApi.endpoints)).toEqual(expect.arrayContaining(["calls", "call"]));
  });
});
