// Which states of an import are asked for again.
import { expect, it } from "vitest";
import { isBusy } from "../../../../ui/features/masters/imports/StatePill";

it("asks again while the server works on it", () => {
  for (const state of ["checking", "queued", "running", "undoing"] as const) expect(isBusy(state)).toBe(true);
  for (const state of ["columns", "ready", "done", "failed", "cancelled", "undone"] as const)
    expect(isBusy(state)).toBe(false);
});
