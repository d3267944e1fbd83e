/** The layout's choices: as a page, and as what each does to the first markup. */
import { describe, expect, it } from "vitest";
import { isChosen } from "../../../../ui/components/layout/choices";
import type { Layout } from "../../../../ui/lib/session";
import { laidOut, selectSession } from "../../../../ui/state";
import { makeStore } from "../../../../ui/store";
import { opened, SESSION } from "../../rendered";

const frame = async (changes: Partial<Layout>) =>
  (
    await opened("/pages", () => undefined, { session: { layout: { ...SESSION.layout, ...changes } } })
  ).document.querySelector(".frame")!;

describe("the page of the layout", () => {
  it("marks what is in force and has a form for each option", async () => {
    const page = await opened("/pages/layout", () => undefined);
    expect(page.texts(".layout-forms [aria-pressed=true]")).toEqual([
      "Light",
      "Collapsed",
      "Full",
      "Sticky",
      "Hidden",
      "Automatic",
      "Left to right",
    ]);
    const forms = [...page.document.querySelectorAll(".layout-forms form")];
    expect(forms).toHaveLength(23);
    expect(forms.every((form) => form.getAttribute("action")?.includes("call=%2Fapi%2Fv1%2Fpreferences"))).toBe(true);
    expect(forms.at(-1)?.getAttribute("action")).toContain("method=DELETE");
  });

  it("is linked from the bar of every page", async () =>
    expect((await opened("/pages", () => undefined)).link(".layout-open")).toBe("/pages/layout"));
});

describe("the frame", () => {
  it.each([
    [{}, "frame"],
    [{ menuCollapsed: false }, "frame pinned"],
    [{ menuCollapsed: false, menuHidden: true }, "frame menu-gone"],
    [{ contentWidth: "boxed", navbar: "floating" }, "frame boxed bar-floating"],
    [{ navbar: "hidden", footer: "sticky" }, "frame bar-hidden foot-sticky"],
  ] as [Partial<Layout>, string][])("of %j is %s", async (changes, className) =>
    expect((await frame(changes)).className).toBe(className),
  );

  it("has a line at its end for who wants one", async () => {
    expect((await frame({})).querySelector(".foot")).toBeNull();
    expect((await frame({ footer: "static" })).querySelector(".foot")?.textContent).toContain("Meridian Motors");
  });
});

describe("a choice", () => {
  it("is in force when all it says is so", () => {
    expect(isChosen(SESSION, { menuHidden: false, menuCollapsed: true })).toBe(true);
    expect(isChosen(SESSION, { menuHidden: false, menuCollapsed: false })).toBe(false);
    expect(isChosen(SESSION, { skin: "dark" })).toBe(false);
  });

  it("changes the state at once, the direction included", () => {
    const store = makeStore(SESSION, () => ({ data: null }));
    store.dispatch(laidOut({ skin: "bordered", isRTL: true, navbar: "static" }));
    const { skin, dir, layout } = selectSession(store.getState());
    expect([skin, dir, layout]).toEqual(["bordered", "rtl", { ...SESSION.layout, isRTL: true, navbar: "static" }]);
    store.dispatch(laidOut({ menuHidden: true }));
    expect(selectSession(store.getState())).toMatchObject({
      skin: "bordered",
      dir: "rtl",
      layout: { menuHidden: true, navbar: "static" },
    });
  });
});
