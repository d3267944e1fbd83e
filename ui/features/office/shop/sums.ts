/** What a cart comes to, counted again in whole hundredths while the server is asked: the same rule as its own. */
import type { Cart } from "./types";

const DELIVERY = 6_000;
const GST = 18;

/** An amount's hundredths. */
const minor = (amount: string) => Math.round(Number(amount) * 100);
const decimalOf = (hundredths: number) =>
  `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;

/** Bring the sums of a cart in line with its lines. */
export function recount(cart: Cart): void {
  let [subtotal, discount, count] = [0, 0, 0];
  for (const line of cart.lines) {
    const before = minor(line.product.price) * line.qty;
    const less = Math.floor((before * line.discount_percent * 2 + 100) / 200);
    Object.assign(line, { subtotal: decimalOf(before), discount: decimalOf(less), total: decimalOf(before - less) });
    subtotal += before;
    discount += less;
    count += line.qty;
  }
  const delivery = cart.lines.some(({ product }) => !product.has_free_shipping) ? DELIVERY : 0;
  const total = subtotal - discount + delivery;
  const tax = Math.floor((total * GST * 2 + 100 + GST) / (2 * (100 + GST)));
  Object.assign(cart, {
    subtotal: decimalOf(subtotal),
    discount: decimalOf(discount),
    delivery: decimalOf(delivery),
    total: decimalOf(total),
    tax: decimalOf(tax),
    count,
  });
}
