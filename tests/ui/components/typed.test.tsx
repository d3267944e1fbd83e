// @vitest-environment happy-dom
/** What a form sends back after a refusal is what was typed, in every control. */
import { configureStore } from "@reduxjs/toolkit";
import { renderToString } from "react-dom/server";
import { Provider } from "react-redux";
import { beforeAll, describe, expect, it } from "vitest";
import { ActionForm } from "../../../ui/components";
import { Checkbox, Field, Radio, Select, TextArea } from "../../../ui/components/fields";
import { Switch } from "../../../ui/components/fields/choices";
import { ReaderProvider } from "../../../ui/lib/i18n";
import { addMessages } from "../../../ui/lib/messages";
import common from "../../../ui/i18n/en/common.json";
import { SiteContext, type Site } from "../../../ui/page/context";

beforeAll(() => addMessages("en", "common", common));

const CALL = "/api/v1/things";
const OPTIONS = ["a", "b", "c"].map((value) => ({ value, label: value }));

/** The form of a call, as stored or with what was typed into the form of another call or its own. */
function form(values: Record<string, string>, instance = CALL): HTMLFormElement {
  const problem = { status: 422, detail: "", title: "", instance, errors: {} };
  const site = { currentPage: { form: { page: "things", values, problem } } } as unknown as Site;
  const store = configureStore({ reducer: () => ({ session: { csrf: "x" } }) });
  document.body.innerHTML = renderToString(
    <Provider store={store}>
      <ReaderProvider locale="en" zone="Asia/Kolkata" now="2026-11-21T08:40:00Z">
        <SiteContext value={site}>
          <ActionForm call={`${CALL}?draft=1`} page="/things">
            <Field label="Code" name="code" defaultValue="stored" />
            <TextArea label="Text" name="text" defaultValue="stored" />
            <Select label="One" name="one" options={OPTIONS} defaultValue="a" />
            <Select label="Some" name="some[]" multiple options={OPTIONS} defaultValue={["a"]} />
            <Radio label="No" name="choice" value="no" defaultChecked />
            <Radio label="Yes" name="choice" value="yes" />
            <input type="hidden" name="active" value="0" />
            <Checkbox label="Active" name="active" value="1" defaultChecked />
            <Checkbox label="x" name="parts[]" value="x" defaultChecked />
            <Checkbox label="y" name="parts[]" value="y" />
            <input type="hidden" name="loud" value="0" />
            <Switch label="Loud" name="loud" value="1" />
            <Field label="Password" name="password" type="password" />
          </ActionForm>
        </SiteContext>
      </ReaderProvider>
    </Provider>,
  );
  return document.querySelector("form")!;
}

/** What it would send, of each name what counts. */
const sent = (element: HTMLFormElement) => {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(element))
    fields[name] = name.endsWith("[]") && name in fields ? `${fields[name]}\n${String(value)}` : String(value);
  // The document of these tests chooses other options while it is parsed than browsers do.
  for (const select of element.querySelectorAll("select"))
    fields[select.name] = [...select.querySelectorAll("option[selected]")]
      .map((option) => option.textContent)
      .join("\n");
  return fields;
};

const STORED = { csrf: "x", code: "stored", text: "stored", one: "a", "some[]": "a", choice: "no", active: "1" };

describe("a form", () => {
  it("shows what was typed in every control after it was refused", () => {
    const typed = { code: "new code!", text: "two\nlines", one: "c", "some[]": "b\nc", choice: "yes" };
    const ticked = { active: "0", "parts[]": "y", loud: "1" };
    expect(sent(form({ ...typed, ...ticked }))).toEqual({ csrf: "x", ...typed, ...ticked, password: "" });
  });

  it("shows a box without a tick where none came", () => {
    expect(sent(form({ code: "", active: "1" }))).toMatchObject({ code: "", active: "1", loud: "0" });
    expect(sent(form({ code: "", active: "1" }))["parts[]"]).toBeUndefined();
  });

  it("shows what is stored where another form was refused", () => {
    const values = sent(form({ code: "typed", active: "0" }, "/api/v1/others"));
    expect(values).toEqual({ ...STORED, "parts[]": "x", loud: "0", password: "" });
  });
});
