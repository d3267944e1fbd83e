// @vitest-environment happy-dom
/** A condition is chosen from fields and stored as the expression; what is not whole yet is never called saved. */
import { act } from "react";
import { expect, it } from "vitest";
import type { FlowDocument } from "../../../../ui/features/bots/document/types";
import { answer } from "../../../ssr/examples";
import { flow } from "../../../ssr/flow";
import { alive, gone } from "../../alive";
import { opened } from "../../rendered";

const document_ = (source: string): FlowDocument => ({
  format: "parley-flow/1",
  languages: ["en"],
  start: "check",
  variables: { rating: { type: "number" }, model: { type: "model" } },
  entities: { model: { values: { vela: { en: ["Vela"] }, terra: { en: ["Terra"] } } } },
  nodes: { check: { type: "condition", branches: [{ if: source, next: "bye" }] }, bye: { type: "end" } },
});
const answers = (source: string) => (path: string) =>
  path.endsWith("/working-copy")
    ? { ...(flow(path) as object), document: document_(source) }
    : (flow(path) ?? answer(path));
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="branches.0.${name}"]`)!;
const state = () => document.querySelector(".fl-save")!.getAttribute("data-state");

async function change(name: string, value: string) {
  await act(async () => {
    const input = field(name);
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input) as object, "value")!.set!;
    setter.call(input, value);
    input.dispatchEvent(new Event(input.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
    await Promise.resolve();
  });
}

it("is chosen from fields, and its expression follows", async () => {
  await alive("/admin/bots/7/flow?node=check", answers(""));
  await change("rows.0.variable", "rating");
  expect(state()).toBe("unread");
  await change("rows.0.op", "at_most");
  await change("rows.0.value", "three");
  expect(document.querySelector(".fl-cond .field-error")!.textContent).toBe("Enter a number.");
  await change("rows.0.value", "3");
  expect([state(), field("if").value]).toEqual(["typing", "rating <= 3"]);
  await change("rows.0.variable", "model");
  await change("rows.0.value", "terra");
  expect(field("if").value).toBe('model == "terra"');
  expect(document.querySelector(".fl-tree")!.textContent).toContain("Model is Terra");
  await act(async () => void window.dispatchEvent(new Event("online")));
  await gone();
});

it("that fields cannot show is an expression, and one typed there that they can is shown by them", async () => {
  await alive("/admin/bots/8/flow?node=check", answers("rating + 1.0 > 3"));
  expect(document.querySelector(".fl-cond select")).toBeNull();
  await change("if", "rating > 3");
  expect(field("rows.0.op").value).toBe("more");
  await gone();
});

it("is sent by a form without script, which keeps what was typed into a refused one", async () => {
  const page = await opened("/admin/bots/7/flow?node=check", answers('rating > 3 || model in ["vela"]'));
  const sent = (name: string) => page.document.querySelector(`[name="branches.0.${name}"]`);
  expect(sent("if")!.getAttribute("value") ?? "").toBe("");
  expect(sent("rows.0.value")!.getAttribute("value")).toBe("3");
  expect(sent("rows.1.value.0")!.getAttribute("value")).toBe("vela");
  const values = {
    "branches.0.rows.0.variable": "rating",
    "branches.0.rows.0.op": "more",
    "branches.0.rows.0.value": "x",
  };
  const problem = {
    status: 422,
    instance: "/api/v1/bots/7/flow/nodes/check",
    errors: { "branches.0.rows.0.value": ["Enter a number."] },
  };
  const form = { page: "bot-flow", values, problem };
  const refused = await opened("/admin/bots/7/flow?node=check", answers("rating > 3"), { form });
  expect(refused.document.querySelector('[name="branches.0.rows.0.value"]')!.getAttribute("value")).toBe("x");
  expect(refused.text(".fl-cond .field-error")).toBe("Enter a number.");
});
