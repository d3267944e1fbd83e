/** Rows with some of them in another order, on the places that these have among all. */
export function inOrder<R extends { id: string }>(rows: readonly R[], order: readonly string[]): R[] {
  const moved = order.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return rows.map((row) => (order.includes(row.id) ? (moved.shift() ?? row) : row));
}
