/** The page of one's bookmarks. */
import { page, privateHead } from "../../page";
import { bookmarksApi } from "./api";

export const pages = [
  page({
    name: "bookmarks",
    icon: "star",
    path: "/bookmarks",
    area: "bookmarks",
    access: "user",
    title: "bookmarks.title",
    needs: () => [bookmarksApi.endpoints.bookmarks.initiate(), bookmarksApi.endpoints.places.initiate()],
    head: privateHead("bookmarks.description"),
    view: () => import("./BookmarksPage"),
  }),
];
