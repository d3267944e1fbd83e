// @vitest-environment happy-dom
/** A card that fails says so, and the rest stays; data is spared where that is asked for. */
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Card } from "../../ui/components";
import { LinkContext } from "../../ui/components/Link";
import { ReaderProvider } from "../../ui/lib/i18n";
import { addMessages } from "../../ui/lib/messages";
import { usePolling } from "../../ui/hooks/useSaveData";
import common from "../../ui/i18n/en/common.json";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let root: Root;
let place: HTMLElement;
beforeEach(() => {
  addMessages("en", "common", common);
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place, { onCaughtError: () => undefined });
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});
const show = (what: React.ReactNode) =>
  act(async () =>
    root.render(
      <ReaderProvider locale="en" zone="UTC" now="2026-11-21T08:40:00Z">
        {what}
      </ReaderProvider>,
    ),
  );

function Broken({ thrown }: { thrown: unknown }): null {
  throw thrown;
}

it("a card that throws says so with the request's number, and its neighbour stays", async () => {
  await show(
    <>
      <Card title="One">
        <Broken thrown={{ status: 503, request_id: "r-7" }} />
      </Card>
      <Card title="Two">{"fine"}</Card>
    </>,
  );
  const [first, two] = [...place.querySelectorAll("section")].map((card) => card.textContent);
  expect(first).toMatch(/One.*This part could not be loaded\..*r-7/);
  expect(two).toBe("Twofine");
});

it("an error of ours is reported without its words", async () => {
  await show(
    <Card>
      <Broken thrown={new Error("undefined is not a function")} />
    </Card>,
  );
  expect(place.textContent).toContain("The rest of the page is complete.");
  expect(place.textContent).not.toContain("undefined");
});

it("a card that failed is tried again at the next address", async () => {
  const at = (here: string, what: React.ReactNode) =>
    show(
      <LinkContext
        value={{ here, href: (to) => to, knows: () => false, go: () => undefined, preload: () => undefined }}
      >
        <Card>{what}</Card>
      </LinkContext>,
    );
  await at("/a", <Broken thrown={{ status: 503 }} />);
  await at("/a", "well");
  expect(place.textContent).toContain("could not be loaded");
  await at("/b", "well");
  expect(place.textContent).toBe("well");
});

function Asked({ goesOn }: { goesOn: boolean }) {
  return <output>{usePolling(2000, goesOn)}</output>;
}

it.each([
  [false, true, "2000"],
  [false, false, "0"],
  [true, true, "0"],
])("with data %s to be spared and work %s going on, it asks again every %s ms", async (saveData, goesOn, every) => {
  vi.stubGlobal("navigator", { ...navigator, connection: { saveData } });
  await show(<Asked goesOn={goesOn} />);
  expect(place.textContent).toBe(every);
});

it.each([
  ["4g", "", "2000"],
  ["3g", "", "2000"],
  ["2g", "", "0"],
  ["slow-2g", "", "0"],
  ["slow-2g", "auto", "0"],
  ["slow-2g", "off", "2000"],
  ["4g", "on", "0"],
])("on a line of %s with the choice '%s' it asks again every %s ms", async (effectiveType, choice, every) => {
  vi.stubGlobal("navigator", { ...navigator, connection: { effectiveType } });
  document.documentElement.dataset.saveData = choice;
  await show(<Asked goesOn />);
  expect(place.textContent).toBe(every);
  delete document.documentElement.dataset.saveData;
});

it("asks no more once nobody looks, and again when someone does", async () => {
  vi.stubGlobal("navigator", { ...navigator, connection: { saveData: false } });
  await show(<Asked goesOn />);
  const look = vi.spyOn(document, "visibilityState", "get");
  const turn = async (state: DocumentVisibilityState) => {
    look.mockReturnValue(state);
    await act(async () => document.dispatchEvent(new Event("visibilitychange")));
    return place.textContent;
  };
  expect([await turn("hidden"), await turn("visible")]).toEqual(["0", "2000"]);
});
