/** Sums of an invoice in whole hundredths: the same arithmetic as the server's, without fractions. */

/** The numbers of one line as they are typed. */
export interface Counted {
  cost: string;
  quantity: string;
  discount: string;
}

/** What an invoice adds up to, in cents; a line that cannot be read has no amount and counts for nothing. */
export interface Sums {
  amounts: (bigint | null)[];
  subtotal: bigint;
  discount: bigint;
  tax: bigint;
  total: bigint;
}

const NUMBER = /^(\d{1,15})(?:\.(\d{1,2}))?$/;
const WHOLE = 10_000n;

/** Decimal text in hundredths; null where it is none, nothing typed is `empty`. */
export function hundredths(text: string, empty = 0n): bigint | null {
  const bare = text.trim();
  if (!bare) return empty;
  const found = NUMBER.exec(bare);
  return found ? BigInt(found[1]!) * 100n + BigInt((found[2] ?? "").padEnd(2, "0")) : null;
}

/** A quotient to the nearest whole, halves upwards. */
const divided = (value: bigint, by: bigint) => (2n * value + by) / (2n * by);

/** What one line comes to in cents. */
export function amountOf({ cost, quantity, discount }: Counted): bigint | null {
  const [c, q, d] = [hundredths(cost), hundredths(quantity, 100n), hundredths(discount)];
  if (c === null || q === null || d === null || d > WHOLE) return null;
  return divided(c * q * (WHOLE - d), 100n * WHOLE);
}

/** Lines less a discount and then with a tax, both in percent. */
export function addUp(lines: readonly Counted[], discount: string, tax: string): Sums {
  const amounts = lines.map(amountOf);
  const subtotal = amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);
  const percent = (text: string) => {
    const value = hundredths(text) ?? 0n;
    return value > WHOLE ? 0n : value;
  };
  const less = divided(subtotal * percent(discount), WHOLE);
  const more = divided((subtotal - less) * percent(tax), WHOLE);
  return { amounts, subtotal, discount: less, tax: more, total: subtotal - less + more };
}

/** Cents as decimal text. */
export const decimalText = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
