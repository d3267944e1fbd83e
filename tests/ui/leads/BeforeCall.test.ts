/** What is worth knowing before a lead is called, as a person reads it. */
import { expect, test } from "vitest";
import { BRIEFING, DETAIL, leads } from "../../ssr/leads";
import { answer } from "../../ssr/examples";
import { opened } from "../rendered";

const open = (briefing = BRIEFING) =>
  opened(`/ew-leads/${DETAIL.id}`, (path) => (path.includes("/briefing") ? briefing : (leads(path) ?? answer(path))));

test("conversations and offers lead to themselves, and facts say what the agent asks first", async () => {
  const page = await open();
  expect(page.text(".ld-before")).toContain("Worth knowing before the call");
  const links = [...page.document.querySelectorAll(".ld-before li a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/reports/conversations/7", "/offers/3"]);
  const facts = page.text(".ld-before dl")!;
  for (const part of [
    "15:00–18:00 answered 3 of 4 calls",
    "Marathi",
    "Email, WhatsApp not SMS",
    "AC repair · 46,210 km",
  ])
    expect(facts).toContain(part);
});

test("a customer of whom nothing is known has no such card", async () => {
  const page = await open({
    language: "",
    conversations: [],
    offers: [],
    service: null,
    readings: [],
    consents: [],
    best_time: null,
  });
  expect(page.text(".ld-before")).toBeNull();
});
