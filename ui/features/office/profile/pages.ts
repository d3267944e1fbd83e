import { page } from "../../../page";
import { profileApi } from "./api";
import { profileGrammar } from "./query";

export const pages = [
  page({
    name: "profile",
    path: "/pages/profile",
    area: "profile",
    access: "user",
    title: "profile.title",
    query: profileGrammar,
    needs: ({ query: { post: id, page } }) => {
      const { profile, posts, post } = profileApi.endpoints;
      return [profile.initiate(), id[0] ? post.initiate(id[0]) : posts.initiate(page)];
    },
    view: () => import("./ProfilePage"),
  }),
];
