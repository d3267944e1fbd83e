/** Which lane of a week, and which part of a day's column, each event gets. */
import { addDays, type Day } from "../../../components/dates/days";
import { daysBetween, DAY_MINUTES, type Placed } from "./time";

/** A bar within a week: its column from 0, how many days, its lane, and whether it goes on beyond. */
export interface Bar {
  placed: Placed;
  column: number;
  days: number;
  lane: number;
  before: boolean;
  after: boolean;
}

/** Lay events of a week of `count` days into lanes, each into the first that is free on all its days. */
export function barsOf(placed: readonly Placed[], first: Day, count = 7): Bar[] {
  const last = addDays(first, count - 1);
  const taken: boolean[][] = [];
  const bars: Bar[] = [];
  for (const other of placed) {
    if (other.last < first || other.first > last) continue;
    const column = Math.max(0, daysBetween(first, other.first));
    const days = Math.min(count - 1, daysBetween(first, other.last)) - column + 1;
    let lane = 0;
    const free = (row: boolean[] | undefined) =>
      !row || Array.from({ length: days }, (_, n) => row[column + n]).every((used) => !used);
    while (!free(taken[lane])) lane += 1;
    const row = (taken[lane] ??= []);
    for (let n = 0; n < days; n += 1) row[column + n] = true;
    bars.push({ placed: other, column, days, lane, before: other.first < first, after: other.last > last });
  }
  return bars;
}

/** How many bars of each day stand in lanes below those that are seen. */
export function hiddenBelow(bars: readonly Bar[], lanes: number, count = 7): number[] {
  return Array.from(
    { length: count },
    (_, day) => bars.filter(({ lane, column, days }) => lane >= lanes && column <= day && day < column + days).length,
  );
}

/** A block in a day's column: minutes, and its place among those that overlap it. */
export interface Block {
  placed: Placed;
  from: number;
  to: number;
  at: number;
  of: number;
}

/** The shortest a block is drawn. */
const SHORTEST = 20;

/** Lay the events of a day beside each other where they overlap. */
export function blocksOf(placed: readonly Placed[], day: Day): Block[] {
  const blocks = placed
    .filter((placed) => placed.first <= day && day <= placed.last)
    .map((placed): Block => {
      const from = placed.first === day ? Math.min(placed.from, DAY_MINUTES - SHORTEST) : 0;
      const to = placed.last === day ? placed.to : DAY_MINUTES;
      return { placed: placed, from, to: Math.max(to, from + SHORTEST), at: 0, of: 1 };
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  let group: Block[] = [];
  let until = -1;
  const close = () => {
    const of = Math.max(0, ...group.map(({ at }) => at)) + 1;
    for (const block of group) block.of = of;
    group = [];
  };
  for (const block of blocks) {
    if (block.from >= until) close();
    const busy = new Set(group.filter(({ to }) => to > block.from).map(({ at }) => at));
    while (busy.has(block.at)) block.at += 1;
    group.push(block);
    until = Math.max(group.length === 1 ? -1 : until, block.to);
  }
  close();
  return blocks;
}

/** Whether an event is above the hours: whole days, and what lasts for a day or longer. */
export const isAbove = (placed: Placed): boolean =>
  placed.whole || daysBetween(placed.first, placed.last) * DAY_MINUTES + placed.to - placed.from >= DAY_MINUTES;
