// @vitest-environment happy-dom
/** What was done is said once: its note leaves the address, and no other address. */
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FlashMessage } from "../../../ui/layouts/FlashMessage";
import { ReaderProvider } from "../../../ui/lib/i18n";
import { SiteContext, type Site } from "../../../ui/page/context";

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.body);
});
afterEach(() => act(() => root.unmount()));

/** Show the page of one address while the window is at another. */
async function show(page: string, at: string): Promise<string> {
  window.history.replaceState(null, "", at);
  const currentPage = { key: page, url: page, located: null, trouble: null, form: null };
  const site = { currentPage, lost: false } as unknown as Site;
  await act(async () =>
    root.render(
      <ReaderProvider locale="en" zone="UTC" now="2026-11-28T12:00:00Z">
        <SiteContext value={site}>
          <FlashMessage />
        </SiteContext>
      </ReaderProvider>,
    ),
  );
  return window.location.pathname + window.location.search;
}

it("takes its note out of the address", async () => {
  expect(await show("/admin/jobs?state=failed&done=retried", "/admin/jobs?state=failed&done=retried")).toBe(
    "/admin/jobs?state=failed",
  );
});

it("leaves the address of a page that the reader is on the way to", async () => {
  expect(await show("/admin/clients?done=added", "/admin/clients/7")).toBe("/admin/clients/7");
  expect(await show("/admin/clients?done=added", "/admin/clients/7?do=city")).toBe("/admin/clients/7?do=city");
});
