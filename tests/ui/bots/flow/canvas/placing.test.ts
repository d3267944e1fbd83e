/** Places of nodes: shown at once, stored together, and put together with what others have moved. */
import { expect, it } from "vitest";
import type { Layout } from "../../../../../ui/features/bots/flow/canvas/calls";
import { changedPlaces, Placing } from "../../../../../ui/features/bots/flow/canvas/placing";

/** A store of places, and a server with a revision that others change, too. */
function served(first: Layout) {
  let stored = first;
  let refuses = false;
  let run: (() => void) | null = null;
  const sent: Layout[] = [];
  const placing = new Placing(first, {
    save: (layout) => {
      sent.push(layout);
      if (refuses) return Promise.resolve({ problem: { status: 503 } });
      if (layout.revision !== stored.revision) return Promise.resolve({ problem: { status: 412 } });
      stored = { places: layout.places, revision: stored.revision + 1 };
      return Promise.resolve({ revision: stored.revision });
    },
    look: () => Promise.resolve(stored),
    later: (later) => {
      run = later;
      return () => (run = null);
    },
  });
  return {
    placing,
    sent,
    stored: () => stored,
    waits: () => run !== null,
    other: (places: Layout["places"]) => (stored = { places, revision: stored.revision + 1 }),
    refuse: (now: boolean) => (refuses = now),
  };
}

it("moves are shown at once and stored together", async () => {
  const { placing, sent, stored, waits } = served({ revision: 0, places: {} });
  placing.move({ a: [1, 2] });
  placing.move({ a: [3, 4], b: [5, 6] });
  expect([placing.places(), sent.length, waits()]).toEqual([{ a: [3, 4], b: [5, 6] }, 0, true]);
  await placing.save();
  await placing.save();
  expect([sent.length, stored()]).toEqual([1, { revision: 1, places: { a: [3, 4], b: [5, 6] } }]);
});

it("what another person has moved stays where it is, and so does mine", async () => {
  const { placing, other, stored } = served({ revision: 1, places: { a: [0, 0] } });
  other({ a: [9, 9], c: [7, 7] });
  placing.move({ b: [1, 1] });
  await placing.save();
  expect(stored()).toEqual({ revision: 3, places: { a: [9, 9], b: [1, 1], c: [7, 7] } });
  expect(placing.places()).toEqual(stored().places);
});

it("what could not be stored is sent with the next move", async () => {
  const { placing, refuse, stored } = served({ revision: 0, places: {} });
  refuse(true);
  placing.move({ a: [1, 1] });
  await placing.save();
  expect([placing.hasFailed(), placing.places()]).toEqual([true, { a: [1, 1] }]);
  refuse(false);
  placing.move({ b: [2, 2] });
  await placing.save();
  expect([placing.hasFailed(), stored().places]).toEqual([false, { a: [1, 1], b: [2, 2] }]);
});

it("a move answers what takes it back", () => {
  const { placing } = served({ revision: 1, places: { a: [1, 1] } });
  const back = placing.move({ a: [2, 2], b: [3, 3] });
  placing.move(back);
  expect([back, placing.places()]).toEqual([{ a: [1, 1], b: null }, { a: [1, 1] }]);
});

it("newer places that others have stored are adopted, unless own ones wait", () => {
  const { placing } = served({ revision: 1, places: {} });
  placing.adopt({ revision: 2, places: { a: [1, 1] } });
  expect(placing.places()).toEqual({ a: [1, 1] });
  placing.adopt({ revision: 1, places: {} });
  placing.move({ b: [2, 2] });
  placing.adopt({ revision: 3, places: {} });
  expect(placing.places()).toEqual({ a: [1, 1], b: [2, 2] });
});

it("tidying up takes every place away, and its undo brings all of them back", () => {
  const { placing } = served({ revision: 1, places: { a: [1, 1], b: [2, 2] } });
  const before = placing.places();
  placing.move(placing.instead({}));
  expect(placing.places()).toEqual({});
  placing.move(placing.instead(before));
  expect(placing.places()).toEqual(before);
  expect(changedPlaces({ a: [1, 1] }, { a: null, b: [3, 3] })).toEqual({ b: [3, 3] });
});
