// @vitest-environment happy-dom
/** What a form sends back after a refusal is what was typed, in every control. */
import { configureStore } from "@reduxjs/toolkit";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { Provider } from "react-redux";
import { beforeAll, describe, expect, it } from "vitest";
import { ActionForm } from "../../../ui/components";
import { Checkbox, Field, Radio, Select, TextArea } from "../../../ui/components/fields";
import { ChoiceGroup, Switch } from "../../../ui/components/fields/choices";
import { Refusal } from "../../../ui/components/forms/Refusal";
import { ReaderProvider } from "../../../ui/lib/i18n";
import { addMessages } from "../../../ui/lib/messages";
import type { Problem } from "../../../ui/lib/problem";
import common from "../../../ui/i18n/en/common.json";
import controls from "../../../ui/i18n/en/controls.json";
import { SiteContext, type Site } from "../../../ui/page/context";

beforeAll(() => {
  addMessages("en", "common", common);
  addMessages("en", "controls", controls);
});

const CALL = "/api/v1/things";
const OPTIONS = ["a", "b", "c"].map((value) => ({ value, label: value }));

/** Draw a part of a page on which a form was refused. */
function draw(part: ReactNode, values: Record<string, string>, problem: Partial<Problem> = {}): void {
  const form = { page: "things", values, problem: { status: 422, instance: CALL, ...problem } };
  const site = { currentPage: { form } } as unknown as Site;
  const store = configureStore({ reducer: () => ({ session: { csrf: "x" } }) });
  document.body.innerHTML = renderToString(
    <Provider store={store}>
      <ReaderProvider locale="en" zone="Asia/Kolkata" now="2026-11-21T08:40:00Z">
        <SiteContext value={site}>{part}</SiteContext>
      </ReaderProvider>
    </Provider>,
  );
}

/** The form of a call, as stored or with what was typed into the form of another call or its own. */
function form(values: Record<string, string>, instance = CALL): HTMLFormElement {
  draw(
    <ActionForm call={`${CALL}?draft=1`} page="/things">
      <Field label="Code" name="code" defaultValue="stored" />
      <TextArea label="Text" name="text" defaultValue="stored" />
      <TextArea label="Lines" name="lines[]" defaultValue="stored" />
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
    </ActionForm>,
    values,
    { instance },
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

const STORED = {
  csrf: "x",
  code: "stored",
  text: "stored",
  "lines[]": "stored",
  one: "a",
  "some[]": "a",
  choice: "no",
  active: "1",
};

describe("a form", () => {
  it("shows what was typed in every control after it was refused", () => {
    const typed = {
      code: "new code!",
      text: "two\nlines",
      "lines[]": "a\nb",
      one: "c",
      "some[]": "b\nc",
      choice: "yes",
    };
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

describe("what is wrong with a form", () => {
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
  const fields = (
    <>
      <Refusal title="Not saved" fields={["client"]} />
      <Field label="Name" name="name" />
      <ChoiceGroup legend="Parts" fields={["parts", "more"]}>
        <Checkbox label="x" name="parts[]" value="x" />
      </ChoiceGroup>
    </>
  );
  const own = (
    <ActionForm call={CALL} page="/things">
      {fields}
    </ActionForm>
  );

  it("is said by its fields", () => {
    draw(own, {}, { errors: { name: ["Too long."], "parts.1": ["No such part."], more: ["Too few."] } });
    expect(texts(".field-error")).toEqual(["Too long.", "No such part. Too few."]);
    expect(texts(".notice")).toEqual([]);
  });

  it("is said above them where no field says it", () => {
    draw(own, {}, { detail: "It is archived." });
    expect(texts(".notice.bad")).toEqual(["Not saved It is archived."]);
    draw(own, {}, { errors: { client: ["Another one has it."] } });
    expect(texts(".notice.bad")).toEqual(["Not saved Another one has it."]);
    draw(own, {}, { code: "stale", status: 412 });
    expect(texts(".notice.warn")).toEqual([`Not saved ${controls.staleForm}`]);
  });

  it("is not said of another form", () => {
    const wrong = { detail: "It is archived.", errors: { name: ["Too long."] } };
    draw(own, {}, { ...wrong, instance: "/api/v1/others" });
    expect(texts(".notice, .field-error")).toEqual([]);
  });

  it("is what a script was answered, and none of what was sent before it", () => {
    const scripted = (refused: Problem | null) => (
      <ActionForm call={CALL} page="/things" refused={refused}>
        {fields}
      </ActionForm>
    );
    draw(scripted({ status: 422, errors: { name: ["Too short."] } }), {}, { errors: { name: ["Too long."] } });
    expect(texts(".field-error")).toEqual(["Too short."]);
    draw(scripted(null), {}, { errors: { name: ["Too long."] } });
    expect(texts(".field-error")).toEqual([]);
  });

  it("is said elsewhere on the page where the call is named, and never silently nowhere", () => {
    draw(<Refusal call={CALL} />, {}, { detail: "It is archived." });
    expect(texts(".notice.bad strong")).toEqual(["It is archived. "]);
    expect(() => draw(<Refusal />, {})).toThrow("without a form");
  });
});
