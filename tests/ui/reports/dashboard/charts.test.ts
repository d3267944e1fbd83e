/** Scale maths and steps of the charts. */
import { describe, expect, it } from "vitest";
import { level } from "../../../../ui/components/charts/HeatMap";
import { px, ticks } from "../../../../ui/components/charts/scale";

describe("ticks", () => {
  it("are round, begin at zero and end at or above the maximum", () => {
    for (const max of [1, 2, 3, 7, 12, 44, 99, 790, 12_345]) {
      const list = ticks(max);
      expect(list[0]).toBe(0);
      expect(list.at(-1)).toBeGreaterThanOrEqual(max);
      expect(list.length).toBeLessThanOrEqual(5);
    }
    expect(ticks(790)).toEqual([0, 300, 600, 900]);
    expect(ticks(0)).toEqual([0, 1]);
  });

  it("of counts are whole", () => {
    for (const max of [1, 2, 4, 5, 7]) for (const tick of ticks(max)) expect(Number.isInteger(tick)).toBe(true);
  });
});

describe("steps of a heat map", () => {
  it("keep the first for nothing and the last for the maximum", () => {
    expect([0, 0.1, 23, 46].map((value) => level(value, 46))).toEqual([0, 1, 3, 6]);
    expect(level(0, 0)).toBe(0);
  });
});

it("coordinates have one decimal", () => {
  expect(px(1.2345)).toBe(1.2);
});
