import { grammar, ids, page, place, text } from "../../page";
import { profileApi } from "./api";

// i18n: profile.done.*
/** Which page of the posts, or one post alone. */
export const profileGrammar = grammar({
  post: ids(),
  page: place(),
  /** One's own post or comment whose text is in its form. */
  edit: ids(),
  /** One that was just taken away without a script, in the version it has then: it can be brought back. */
  gone: text({ max: 40 }),
});

export const pages = [
  page({
    name: "profile",
    path: "/pages/profile",
    area: "profile",
    access: "user",
    title: "profile.title",
    query: profileGrammar,
    needs: ({ query: { post, page } }) => {
      const { profile, posts, post: one } = profileApi.endpoints;
      return [profile.initiate(), post[0] ? one.initiate(post[0]) : posts.initiate(page)];
    },
    styles: ["controls", "floats", "profile"],
    messages: ["profile", "controls"],
    view: () => import("./ProfilePage"),
  }),
];
