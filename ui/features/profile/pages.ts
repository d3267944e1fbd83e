import { grammar, ids, int, page } from "../../page";
import { profileApi } from "./api";

/** Which page of the posts, or one post alone. */
export const profileGrammar = grammar({ post: ids(), page: int({ default: 1, min: 1, max: 1000 }) });

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
    styles: ["profile"],
    view: () => import("./ProfilePage"),
  }),
];
