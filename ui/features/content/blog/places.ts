/** The specified categories. */
export const CATEGORIES = ["Fashion", "Food", "Gaming", "Quote", "Video"] as const;

/** The states of a post. */
export const STATUSES = ["Draft", "Pending", "Published"] as const;

/** The pictures a post may open with, by the names of their texts. */
export const COVERS = {
  none: "",
  talk: "/static/covers/talk.svg",
  count: "/static/covers/count.svg",
  hand: "/static/covers/hand.svg",
} as const;

/** Where the posts are listed, for readers and for editors. */
export const FEED = "/blog/feed.xml";
export const LIST = "/pages/blog/list";
export const EDITING = "/pages/blog/edit";

/** The address of a post, for readers and for editors. */
export const readAt = (number: number | string): string => `/pages/blog/detail/${number}`;
export const editAt = (number: number | string): string => `${EDITING}/${number}`;
