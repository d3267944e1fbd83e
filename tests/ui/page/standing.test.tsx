// @vitest-environment happy-dom
/** A page that is narrowed, sorted or turned stays the page it is, with its fields and its focus; its menus close. */
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { answer } from "../../ssr/examples";
import { alive, calm, click, gone, getElement, send, type } from "../alive";

const SEARCH = ".t-tools input[type=search]";
afterEach(gone);

it("keeps the field one searches by, and the focus in it; Back brings its words back", async () => {
  await alive("/apps/todo", answer);
  const field = getElement<HTMLInputElement>(SEARCH);
  field.focus();
  await type(SEARCH, "council");
  await send(".t-tools form");
  await calm(20);
  expect([window.location.search, getElement(SEARCH) === field, document.activeElement === field]).toEqual([
    "?q=council",
    true,
    true,
  ]);
  await act(async () => window.history.back());
  await calm(20);
  expect([window.location.search, getElement(SEARCH) === field, field.value]).toEqual(["", true, ""]);
});

it("closes the menu whose link was followed, and gives its face the focus", async () => {
  await alive("/apps/todo", answer);
  const menu = getElement<HTMLDetailsElement>(".t-tools details");
  menu.open = true;
  getElement(".t-tools details a:nth-of-type(2)").focus();
  await click(".t-tools details a:nth-of-type(2)");
  await calm(20);
  expect([window.location.search, menu.isConnected, menu.open, document.activeElement?.tagName]).toEqual([
    "?sort=latest",
    true,
    false,
    "SUMMARY",
  ]);
});

it("is another page where it is of another thing", async () => {
  await alive("/apps/todo", answer);
  const main = getElement("main .todo");
  await click(".rail a[href='/apps/calendar']");
  for (let turn = 0; turn < 100 && main.isConnected; turn += 1) await calm(50);
  expect([window.location.pathname, main.isConnected, document.activeElement?.id]).toEqual([
    "/apps/calendar",
    false,
    "main",
  ]);
});
