/** What a reader does on their profile: shown at once, taken back when the server refuses. */
import { profileApi } from "./api";
import type { Person, Post, Profile, Remark } from "./types";
import type { PageRef } from "../../../page";

/** Where a post is shown: a page of the list, or alone. */
export interface Place {
  page: PageRef;
  alone: string | null;
}

interface OfPost extends Place {
  /** The post, or the post the comment is on. */
  postId: string;
}

type Dispatch = (action: never) => unknown;
interface Started {
  dispatch: Dispatch;
  queryFulfilled: Promise<unknown>;
}

/** Change what is shown until the answer comes; a refusal takes it back. */
async function meanwhile(change: { undo: () => void }, { queryFulfilled }: Started): Promise<void> {
  try {
    await queryFulfilled;
  } catch {
    change.undo();
  }
}

const { updateQueryData } = profileApi.util;

/** Change one post where it is shown. */
const inPost = (
  { dispatch }: Started,
  { postId, page, alone }: OfPost,
  change: (post: Post) => void,
): { undo: () => void } =>
  alone
    ? (dispatch(updateQueryData("post", alone, change) as never) as { undo: () => void })
    : (dispatch(
        updateQueryData("posts", page, ({ items }) => {
          const item = items.find(({ id }) => id === postId);
          if (item) change(item);
        }) as never,
      ) as { undo: () => void });

/** The post itself, or the comment on it that has this id. */
const rowOf = (post: Post, id: string): Post | Remark | undefined =>
  id === post.id ? post : post.remarks.find((remark) => remark.id === id);

/** Change the profile. */
const inProfile = ({ dispatch }: Started, change: (profile: Profile) => void) =>
  dispatch(updateQueryData("profile", undefined, change) as never) as { undo: () => void };

/** Like, or no longer. */
function like(row: Remark | Post, on: boolean, me: Person): void {
  if (row.liked === on) return;
  row.liked = on;
  row.likes += on ? 1 : -1;
  if ("likers" in row) row.likers = on ? [...row.likers, me].slice(0, 5) : row.likers.filter(({ id }) => id !== me.id);
}

/** Let the shares of a poll's answers be those of its votes. */
function vote(poll: NonNullable<Profile["poll"]>, option: string, me: Person): void {
  for (const choice of poll.options) {
    if (choice.id === poll.mine)
      Object.assign(choice, { votes: choice.votes - 1, people: choice.people.filter(({ id }) => id !== me.id) });
    if (choice.id === option)
      Object.assign(choice, { votes: choice.votes + 1, people: [...choice.people, me].slice(0, 5) });
  }
  if (poll.mine === null) poll.votes += 1;
  poll.mine = option;
  for (const option of poll.options) option.percent = Math.round((100 * option.votes) / poll.votes);
}

export const changes = profileApi.injectEndpoints({
  endpoints: (build) => ({
    react: build.mutation<Post, OfPost & { id: string; kind: "like" | "share"; on: boolean; me: Person }>({
      query: ({ id, kind, on }) => ({
        path: `/api/v1/profile/posts/${id}/reactions`,
        method: "POST",
        body: { kind, on },
      }),
      onQueryStarted: (args, started) => {
        const { id, kind, on, me } = args;
        return meanwhile(
          inPost(started, args, (post) => {
            const row = rowOf(post, id);
            if (row && kind === "like") like(row, on, me);
            if (kind === "share" && post.shared !== on)
              Object.assign(post, { shared: on, shares: post.shares + (on ? 1 : -1) });
          }),
          started,
        );
      },
    }),
    write: build.mutation<Post, { text: string }>({
      query: (body) => ({ path: "/api/v1/profile/posts", method: "POST", body }),
      invalidatesTags: ["Post"],
    }),
    comment: build.mutation<Remark, OfPost & { text: string; me: Person; now: string }>({
      query: ({ postId, text }) => ({
        path: `/api/v1/profile/posts/${postId}/comments`,
        method: "POST",
        body: { text },
      }),
      onQueryStarted: async (args, started) => {
        const { text, me, now } = args;
        const draft: Remark = {
          id: "",
          author: me,
          text,
          created_at: now,
          edited_at: null,
          likes: 0,
          liked: false,
          editable: false,
          removable: false,
          deleted: false,
          revision: 0,
        };
        const change = inPost(started, args, (post) => {
          post.comments += 1;
          post.remarks.push(draft);
        });
        try {
          const { data } = await started.queryFulfilled;
          inPost(
            started,
            args,
            (post) =>
              void post.remarks.splice(
                post.remarks.findIndex(({ id }) => id === ""),
                1,
                data,
              ),
          );
        } catch {
          change.undo();
        }
      },
    }),
    change: build.mutation<Post, OfPost & { id: string; revision: number; text: string }>({
      query: ({ id, revision, text }) => ({
        path: `/api/v1/profile/posts/${id}`,
        method: "PATCH",
        revision: String(revision),
        body: { text },
      }),
      onQueryStarted: async (args, started) => {
        const { data } = await started.queryFulfilled.catch(() => ({ data: null }));
        if (!data) return;
        const { text, edited_at, revision } = data;
        inPost(started, args, (post) => void Object.assign(rowOf(post, args.id) ?? {}, { text, edited_at, revision }));
      },
    }),
    remove: build.mutation<Post, OfPost & { id: string; revision: number }>({
      query: ({ id, revision }) => ({
        path: `/api/v1/profile/posts/${id}`,
        method: "DELETE",
        revision: String(revision),
      }),
      // Refused, it is most likely another one by now.
      invalidatesTags: (_row, error) => (error ? ["Post"] : []),
      onQueryStarted: (args, started) => {
        const { id, postId } = args;
        if (id !== postId) {
          return meanwhile(
            inPost(started, args, (post) => {
              post.comments -= 1;
              post.remarks = post.remarks.filter((remark) => remark.id !== id);
            }),
            started,
          );
        }
        return meanwhile(
          started.dispatch(
            updateQueryData("posts", args.page, (list) => {
              list.items = list.items.filter((item) => item.id !== id);
              list.total -= 1;
            }) as never,
          ) as { undo: () => void },
          started,
        );
      },
    }),
    restore: build.mutation<Post, { id: string; revision: number }>({
      query: ({ id, revision }) => ({
        path: `/api/v1/profile/posts/${id}/restore`,
        method: "POST",
        revision: String(revision),
      }),
      invalidatesTags: ["Post"],
    }),
    favor: build.mutation<unknown, { id: string; on: boolean }>({
      query: ({ id, on }) => ({ path: `/api/v1/profile/sources/${id}/favorite`, method: "POST", body: { on } }),
      onQueryStarted: ({ id, on }, started) =>
        meanwhile(
          inProfile(started, ({ pages, feeds }) => {
            for (const page of [...pages, ...feeds]) if (page.id === id) page.favorite = on;
          }),
          started,
        ),
    }),
    follow: build.mutation<unknown, { id: string; on: boolean }>({
      query: ({ id, on }) => ({ path: `/api/v1/profile/people/${id}/follow`, method: "POST", body: { on } }),
      onQueryStarted: ({ id, on }, started) =>
        meanwhile(
          inProfile(started, (profile) => {
            const suggestion = profile.suggestions.find(({ person }) => person.id === id);
            if (!suggestion || suggestion.following === on) return;
            suggestion.following = on;
            profile.following += on ? 1 : -1;
          }),
          started,
        ),
    }),
    vote: build.mutation<unknown, { id: string; option: string; me: Person }>({
      query: ({ id, option }) => ({ path: `/api/v1/profile/polls/${id}/vote`, method: "POST", body: { option } }),
      onQueryStarted: ({ option, me }, started) =>
        meanwhile(
          inProfile(started, ({ poll }) => {
            if (poll && poll.mine !== option) vote(poll, option, me);
          }),
          started,
        ),
    }),
  }),
});
