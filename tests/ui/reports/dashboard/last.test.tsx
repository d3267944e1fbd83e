// @vitest-environment happy-dom
/** A report whose newer figures cannot be read keeps the last ones and says how old they are. */
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { reportsApi } from "../../../../ui/features/reports/dashboard/api";
import { alive, gone } from "../../alive";
import { dashboard } from "./dashboard";

afterEach(gone);

test("the last answer stays, with its age", async () => {
  let isDown = false;
  const page = await alive("/reports/dashboard", (path) =>
    isDown ? undefined : path.includes("/now") ? null : dashboard(),
  );
  const figures = document.querySelectorAll("main .stat, main .grid12 > *").length;
  expect(figures).toBeGreaterThan(4);
  expect(document.body.textContent).not.toContain("could not be read");
  isDown = true;
  await act(async () => {
    const [args] = Object.values(
      page.store.getState().api.queries as Record<string, { endpointName: string; originalArgs: unknown }>,
    )
      .filter((query) => query.endpointName === "dashboard")
      .map((query) => query.originalArgs);
    await page.store.dispatch(reportsApi.endpoints.dashboard.initiate(args as never, { forceRefetch: true }));
  });
  expect(document.querySelectorAll("main .stat, main .grid12 > *").length).toBe(figures);
  expect(document.body.textContent).toContain("Newer figures could not be read.");
  expect(document.body.textContent).toMatch(/Data as of .* old\./);
});
