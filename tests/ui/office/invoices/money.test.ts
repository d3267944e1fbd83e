/** Sums of an invoice: none where a number cannot be read. */
import { expect, it } from "vitest";
import { addUp, decimalText } from "../../../../ui/features/office/invoices/money";

const line = { cost: "100", quantity: "2", discount: "" };

it("adds up lines, a discount and a tax", () =>
  expect(addUp([line], "10", "5")).toEqual({
    amounts: [20_000n],
    subtotal: 20_000n,
    discount: 2_000n,
    tax: 900n,
    total: 18_900n,
  }));

it.each([
  [{ ...line, cost: "1234.567" }, ""],
  [line, "101"],
  [line, "1.234"],
  [{ ...line, quantity: "two" }, ""],
])("has no total for %o with %s percent off", (wrong, discount) =>
  expect(addUp([line, wrong], discount, "").total).toBeNull(),
);

it("writes negative amounts with one sign", () =>
  expect([decimalText(-205n), decimalText(7n)]).toEqual(["-2.05", "0.07"]));
