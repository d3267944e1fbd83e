/** What the profile asks. */
import { api, path } from "../../../api";
import type { Post, PostPage, Profile } from "./types";
import type { PageRef } from "../../../page";

export const profileApi = api.enhanceEndpoints({ addTagTypes: ["Post"] }).injectEndpoints({
  endpoints: (build) => ({
    profile: build.query<Profile, void>({ query: () => "/api/v1/profile" }),
    posts: build.query<PostPage, PageRef>({
      query: (page) => path("/api/v1/profile/posts", { page: page !== 1 ? page : undefined }),
      providesTags: ["Post"],
    }),
    post: build.query<Post, string>({ query: (id) => `/api/v1/profile/posts/${id}`, providesTags: ["Post"] }),
  }),
});
