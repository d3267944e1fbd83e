/** A contact's page as a person sees it: who it is, lanes to choose, marks that lead on, and the same as a table. */
import { expect, test } from "vitest";
import type { Timeline } from "../../../../ui/features/reports/contacts/api";
import { opened } from "../../rendered";
import { timeline } from "./timeline";

const open = (data: Timeline, query = "") => opened(`/reports/contacts/3${query}`, () => data);

test("who it is comes first, with how many contacts were merged", async () => {
  const page = await open(timeline());
  expect(page.title).toContain("Rohan Deshpande");
  expect(page.text("h1 + .quiet")).toBe("•4821 · 2 merged contacts · Asia/Kolkata");
});

test("the table says when, where, what and with which result; a time that was estimated is marked", async () => {
  const page = await open(timeline());
  expect(page.texts("tbody tr")).toEqual([
    "20 Nov 2026, 14:05 WhatsAppmy <AC> does not cool AbandonedService Desk",
    "≈ 18 Nov 2026, 09:00 Web chatConversation CompletedService Desk",
    "22 Oct 2026 ServiceJob card JC-88214 ClosedPune Baner",
  ]);
  expect([...page.document.querySelectorAll("tbody a")].map((link) => link.getAttribute("href"))).toEqual([
    "/reports/conversations/7",
    "/reports/conversations/7",
    "/admin/masters/vehicles/4",
  ]);
});

test("each event is a mark in its lane, from left to right", async () => {
  const page = await open(timeline());
  const lanes = [...page.document.querySelectorAll(".tl-lane")].slice(0, 3);
  expect(lanes.map((lane) => lane.querySelector("span")?.textContent?.trim())).toEqual([
    "WhatsApp",
    "Web chat",
    "Service",
  ]);
  const places = lanes.map((lane) => Number.parseFloat(lane.querySelector(".tl-marks > svg")!.getAttribute("x")!));
  expect(places).toEqual([...places].sort((a, b) => b - a));
  expect(places[0]).toBe(97);
  expect(page.document.querySelector(".tl-marks a")?.getAttribute("aria-label")).toContain("Abandoned");
});

test("lanes are chosen by links, and a choice without events leads back", async () => {
  const page = await open(timeline({ items: [], total: 0 }), "?lane=web");
  const links = [...page.document.querySelectorAll("nav.lf a")];
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/reports/contacts/3?lane=service,web",
    "/reports/contacts/3",
    "/reports/contacts/3?lane=web,whatsapp",
  ]);
  expect(page.text(".empty a")).toBe("Show all channels");
});
