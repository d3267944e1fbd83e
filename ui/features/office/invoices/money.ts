/** Sums of an invoice in whole hundredths: the same arithmetic as the server's, without fractions. */

/** The numbers of one line as they are typed. */
export interface Counted {
  cost: string;
  quantity: string;
  discount: string;
}

/** What an invoice adds up to, in cents; where a number cannot be read there is no sum. */
export interface Sums {
  amounts: (bigint | null)[];
  subtotal: bigint | null;
  discount: bigint | null;
  tax: bigint | null;
  total: bigint | null;
}

const NUMBER = /^(\d{1,15})(?:\.(\d{1,2}))?$/;
const WHOLE = 10_000n;

/** Decimal text in hundredths; null where it is none, nothing typed is `empty`. */
export function hundredths(text: string, empty = 0n): bigint | null {
  const bare = text.trim();
  if (!bare) return empty;
  const match = NUMBER.exec(bare);
  return match ? BigInt(match[1]!) * 100n + BigInt((match[2] ?? "").padEnd(2, "0")) : null;
}

/** A quotient to the nearest whole, halves upwards. */
const divided = (value: bigint, by: bigint) => (2n * value + by) / (2n * by);

/** What one line comes to in cents. */
export function amountOf({ cost, quantity, discount }: Counted): bigint | null {
  const [c, q, d] = [hundredths(cost), hundredths(quantity, 100n), hundredths(discount)];
  if (c === null || q === null || d === null || d > WHOLE) return null;
  return divided(c * q * (WHOLE - d), 100n * WHOLE);
}

/** A percentage in hundredths; null where it is none. */
export function percent(text: string): bigint | null {
  const value = hundredths(text);
  return value === null || value > WHOLE ? null : value;
}

/** Lines less a discount and then with a tax, both in percent. */
export function addUp(lines: readonly Counted[], discount: string, tax: string): Sums {
  const amounts = lines.map(amountOf);
  const subtotal = amounts.reduce<bigint | null>(
    (sum, amount) => (sum === null || amount === null ? null : sum + amount),
    0n,
  );
  const [share, rate] = [percent(discount), percent(tax)];
  if (subtotal === null || share === null || rate === null)
    return { amounts, subtotal, discount: null, tax: null, total: null };
  const less = divided(subtotal * share, WHOLE);
  const more = divided((subtotal - less) * rate, WHOLE);
  return { amounts, subtotal, discount: less, tax: more, total: subtotal - less + more };
}

/** Cents as decimal text. */
export const decimalText = (cents: bigint): string =>
  cents < 0n ? `-${decimalText(-cents)}` : `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
