/** What a reader does is shown at once, sent, and taken back when it is refused. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Answer, Call } from "../../../../ui/api";
import { profileApi } from "../../../../ui/features/office/profile/api";
import { changes } from "../../../../ui/features/office/profile/changes";
import { makeStore, type Store } from "../../../../ui/store";
import { SESSION } from "../../rendered";
import { answered, ME, POST } from "./profile";

const HERE = { page: 1, alone: null };
const { posts, profile, post } = profileApi.endpoints;
const { react, comment, change, remove, favor, follow, vote } = changes.endpoints;
let store: Store;
let sent: Exclude<Call, string>[];
/** What the server says to the next write, once the test lets it. */
let settle: (answer: Answer) => void;

beforeEach(async () => {
  sent = [];
  store = makeStore(SESSION, (call) => {
    if (typeof call === "string") return { data: answered(call) };
    sent.push(call);
    return new Promise<Answer>((done) => (settle = done));
  });
  await Promise.all([
    store.dispatch(posts.initiate(1)),
    store.dispatch(profile.initiate()),
    store.dispatch(post.initiate("11")),
  ]);
});

const items = () => posts.select(1)(store.getState() as never).data!.items[0]!;
const about = () => profile.select()(store.getState() as never).data!;
const REFUSED: Answer = { error: { status: 503, detail: "Not now." } };
const soon = () => new Promise((done) => setTimeout(done, 0));

/** Make a change: what is shown while it is under way, and after each answer. */
async function changed<T>(
  start: () => unknown,
  look: () => T,
  answer: Answer,
): Promise<[before: T, meanwhile: T, after: T]> {
  const before = look();
  const running = start() as Promise<unknown>;
  await soon();
  const meanwhile = look();
  settle(answer);
  await running;
  return [before, meanwhile, look()];
}

const like = (id: string) => () =>
  store.dispatch(react.initiate({ ...HERE, postId: "11", id, kind: "like", on: true, me: ME }));

describe("a like", () => {
  it("is counted at once and stays", async () => {
    const [before, meanwhile, after] = await changed(
      like("11"),
      () => [items().likes, items().liked, items().likers.length],
      { data: POST },
    );
    expect([before, meanwhile, after]).toEqual([
      [3, false, 1],
      [4, true, 2],
      [4, true, 2],
    ]);
    expect(sent).toEqual([
      { path: "/api/v1/profile/posts/11/reactions", method: "POST", body: { kind: "like", on: true } },
    ]);
  });

  it("is taken back when it is refused", async () => {
    expect(await changed(like("11"), () => [items().likes, items().liked, items().likers.length], REFUSED)).toEqual([
      [3, false, 1],
      [4, true, 2],
      [3, false, 1],
    ]);
    expect(await changed(like("12"), () => items().remarks[0]!.likes, REFUSED)).toEqual([0, 1, 0]);
  });

  it("changes the post that is shown alone, too", async () => {
    const alone = () => post.select("11")(store.getState() as never).data!.likes;
    const start = () =>
      store.dispatch(react.initiate({ page: 1, alone: "11", postId: "11", id: "11", kind: "like", on: true, me: ME }));
    expect(await changed(start, alone, REFUSED)).toEqual([3, 4, 3]);
  });

  it("a share is counted once", async () => {
    const start = () =>
      store.dispatch(react.initiate({ ...HERE, postId: "11", id: "11", kind: "share", on: true, me: ME }));
    expect(await changed(start, () => items().shares, { data: POST })).toEqual([1, 2, 2]);
    expect(await changed(start, () => items().shares, { data: POST })).toEqual([2, 2, 2]);
  });
});

describe("a comment", () => {
  const say = () => store.dispatch(comment.initiate({ ...HERE, postId: "11", text: "New", me: ME, now: SESSION.now }));
  const last = () => [items().comments, items().remarks.at(-1)!.id, items().remarks.at(-1)!.text];

  it("is shown at once and becomes the row that was stored", async () => {
    const row = { ...POST.remarks[1]!, id: "14", text: "New" };
    expect(await changed(say, last, { data: row })).toEqual([
      [2, "13", "Mine"],
      [3, "", "New"],
      [3, "14", "New"],
    ]);
  });

  it("is gone again when it is refused", async () => {
    expect(await changed(say, last, REFUSED)).toEqual([
      [2, "13", "Mine"],
      [3, "", "New"],
      [2, "13", "Mine"],
    ]);
  });

  it("is taken away on its revision, and comes back when that is refused", async () => {
    const away = () => store.dispatch(remove.initiate({ ...HERE, postId: "11", id: "13", revision: 4 }));
    expect(await changed(away, () => items().remarks.map(({ id }) => id), REFUSED)).toEqual([
      ["12", "13"],
      ["12"],
      ["12", "13"],
    ]);
    expect(sent[0]).toMatchObject({ path: "/api/v1/profile/posts/13", method: "DELETE", revision: "4" });
  });

  it("has its author's new words once they are stored, and keeps the old ones when they are refused", async () => {
    const start = () =>
      store.dispatch(change.initiate({ ...HERE, postId: "11", id: "13", revision: 4, text: "Better" }));
    const look = () => items().remarks.map(({ text, revision }) => `${text} ${revision}`)[1];
    expect(await changed(start, look, REFUSED)).toEqual(["Mine 4", "Mine 4", "Mine 4"]);
    expect(sent[0]).toMatchObject({
      path: "/api/v1/profile/posts/13",
      method: "PATCH",
      revision: "4",
      body: { text: "Better" },
    });
    expect(
      await changed(start, look, { data: { ...POST, id: "13", text: "Better", edited_at: SESSION.now, revision: 5 } }),
    ).toEqual(["Mine 4", "Mine 4", "Better 5"]);
  });

  it("a post goes from the list with it", async () => {
    const away = () => store.dispatch(remove.initiate({ ...HERE, postId: "11", id: "11", revision: 1 }));
    expect(await changed(away, () => posts.select(1)(store.getState() as never).data!.total, REFUSED)).toEqual([
      1, 0, 1,
    ]);
  });
});

describe("beside the posts", () => {
  it("a vote moves from one answer to another, and the shares with it", async () => {
    const choose = (option: string) => () => store.dispatch(vote.initiate({ id: "51", option, me: ME }));
    const look = () => [
      about().poll!.votes,
      about().poll!.mine,
      ...about().poll!.options.map(({ percent }) => percent),
    ];
    expect(await changed(choose("53"), look, { data: null })).toEqual([
      [4, null, 75, 25],
      [5, "53", 60, 40],
      [5, "53", 60, 40],
    ]);
    expect(await changed(choose("52"), look, REFUSED)).toEqual([
      [5, "53", 60, 40],
      [5, "52", 80, 20],
      [5, "53", 60, 40],
    ]);
  });

  it("following is counted, and taken back when refused", async () => {
    const go = () => store.dispatch(follow.initiate({ id: "2", on: true }));
    expect(await changed(go, () => [about().following, about().suggestions[0]!.following], REFUSED)).toEqual([
      [9, false],
      [10, true],
      [9, false],
    ]);
  });

  it("a favourite is set, and taken back when refused", async () => {
    const go = (id: string, on: boolean) => () => store.dispatch(favor.initiate({ id, on }));
    const look = () => [about().pages[0]!.favorite, about().feeds[0]!.favorite];
    expect(await changed(go("31", false), look, REFUSED)).toEqual([
      [true, false],
      [false, false],
      [true, false],
    ]);
    expect(await changed(go("32", true), look, { data: null })).toEqual([
      [true, false],
      [true, true],
      [true, true],
    ]);
  });
});
