/** The languages of the interface, and what readers are offered of them. */
import { describe, expect, it } from "vitest";
import { selectLangCodeOptions, selectLangOptions, selectLanguages } from "../../../../ui/state";
import { makeStore } from "../../../../ui/store";
import { LANGUAGES } from "../../../ssr/examples";
import { opened, SESSION } from "../../rendered";

describe("the page of languages", () => {
  it("says of each how much is there, and has a form for what can be changed", async () => {
    const page = await opened("/admin/languages", () => LANGUAGES);
    expect(page.texts(".languages .pill")).toEqual(["On", "On", "Off"]);
    expect(page.text(".languages li:nth-child(2) .small")).toContain("100% translated");
    const actions = [...page.document.querySelectorAll(".languages form")].map((form) => form.getAttribute("action")!);
    // English can be named, the others offered or not besides.
    expect(actions).toHaveLength(5);
    expect(actions.every((action) => action.includes("revision=1") && action.includes("method=PATCH"))).toBe(true);
  });

  it("has no forms for who may only read", async () => {
    const user = { ...SESSION.user!, ability: [{ action: "read", subject: "Reference" }] };
    expect((await opened("/admin/languages", () => LANGUAGES, { session: { user } })).texts(".languages form")).toEqual(
      [],
    );
  });

  it("says why a change was refused", async () => {
    const form = {
      page: "/admin/languages",
      values: {},
      problem: { status: 409, detail: "English cannot be switched off." },
    };
    expect((await opened("/admin/languages", () => LANGUAGES, { form })).text(".notice.bad")).toContain(
      "English cannot be switched off.",
    );
  });
});

describe("the languages offered", () => {
  const offered = [
    { id: "en", name: "English" },
    { id: "hi", name: "हिंदी" },
  ] as const;

  it("are those of the session, under the specified names", () => {
    const state = makeStore({ ...SESSION, languages: offered }, () => ({ data: null })).getState();
    expect(selectLanguages(state)).toEqual(offered);
    expect(selectLangOptions(state)).toEqual([
      { value: "en", label: "English" },
      { value: "hi", label: "हिंदी" },
    ]);
    expect(selectLangCodeOptions(state)).toEqual([
      { id: "en", value: "en", label: "English" },
      { id: "hi", value: "hi", label: "हिंदी" },
    ]);
  });

  it("are all where nothing else is said", () =>
    expect(selectLanguages(makeStore(SESSION, () => ({ data: null })).getState()).map(({ id }) => id)).toEqual([
      "en",
      "hi",
      "ar",
    ]));

  it("are in the menu of the bar, and no others", async () => {
    const page = await opened("/pages", () => undefined, { session: { languages: offered } });
    expect(page.texts(".personal button[name=locale]")).toEqual(["English", "हिंदी"]);
  });
});
