/** An explained change, valid by default. */
import type { Explanation } from "../../../../ui/features/reports/explanations/api";
import { list } from "../history/conversation";
import { report } from "../standard/report";

export const explanation = (changes: Partial<Explanation> = {}): Explanation => {
  const { cards: _cards, figures: _figures, ...frame } = report();
  return {
    ...frame,
    report: "dashboard",
    metric: "handoff_rate",
    metrics: ["engaged_sessions", "handoff_rate"],
    by: "channel",
    unit: "percent",
    better: "down",
    value: 12.2,
    previous: 10.9,
    num: 2518,
    den: 20_640,
    previous_num: 2110,
    previous_den: 19_358,
    delta: 1.3,
    low: 0.7,
    high: 1.9,
    chance: false,
    small: false,
    marks: [],
    items: [
      {
        value: "whatsapp",
        label: "whatsapp",
        mix: 0.12,
        rate: 0.84,
        total: 0.96,
        num: 594,
        den: 2560,
        previous_num: 338,
        previous_den: 2110,
      },
      {
        value: "*",
        label: "*",
        mix: 0.27,
        rate: 0.07,
        total: 0.34,
        num: 1924,
        den: 18_080,
        previous_num: 1772,
        previous_den: 17_248,
      },
    ],
    conversations: list().items.slice(0, 1),
    link: "/reports/conversations?ch=whatsapp&is=handed_off",
    ...changes,
  };
};
