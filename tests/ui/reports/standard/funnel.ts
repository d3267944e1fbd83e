/** A funnel of two steps and what it can be built of, valid by default. */
import type { Funnel, StepChoices } from "../../../../ui/features/reports/standard/funnelApi";
import { column, figure, report } from "./report";

const frame = () => {
  const { cards: _cards, figures: _figures, ...rest } = report();
  return rest;
};

export const choices = (): StepChoices => ({
  ...frame(),
  items: [
    { id: "goal:booked", kind: "goal", label: "booked" },
    { id: "node:ask", kind: "node", label: "ask" },
    { id: "event:rated", kind: "event", label: "Rated <1–5>" },
  ],
});

export const funnel = (): Funnel => ({
  ...frame(),
  steps: [
    { id: "goal:booked", label: "booked", count: 40, share: 100, median_s: null, p90_s: null },
    { id: "event:rated", label: "Rated <1–5>", count: 10, share: 25, median_s: 75, p90_s: 180 },
  ],
  rows: [{ value: "web", label: "web", counts: [40, 10] }],
  figures: [
    figure("funnel", "funnel", {
      columns: [
        column("step", "text", "step"),
        column("contacts"),
        column("previous", "percent"),
        column("share", "percent"),
        column("median", "duration"),
        column("p90", "duration"),
      ],
      rows: [
        ["goal:booked", 40, null, 100, null, null],
        ["event:rated", 10, 25, 25, 75_000, 180_000],
      ],
      marks: ["provisional"],
    }),
    figure("split", "table", {
      columns: [
        column("channel", "text", "channel"),
        column("goal:booked", "count", "step"),
        column("event:rated", "count", "step"),
      ],
      rows: [["web", 40, 10]],
    }),
  ],
});

/** What the API answers to a funnel's page. */
export const answer = (path: string): unknown => (path.includes("/journey/steps") ? choices() : funnel());
