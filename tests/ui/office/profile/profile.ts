/** A profile and a post, as the API answers them. */
import type { PostPage, Post, Profile, Remark } from "../../../../ui/features/office/profile/types";

/** The reader, and someone else. */
export const ME = { id: "1", name: "Asha Kulkarni", avatar: "" };
export const OTHER = { id: "2", name: "Rohan Deshpande", avatar: "/media/avatars/b" };

const remark: Remark = {
  id: "12",
  author: OTHER,
  text: "Well <done>",
  created_at: "2026-11-21T08:00:00Z",
  edited_at: null,
  likes: 0,
  liked: false,
  editable: false,
  removable: false,
  deleted: false,
  revision: 1,
};

/** A post with one comment of someone else and one of the reader. */
export const POST: Post = {
  id: "11",
  author: OTHER,
  text: "First\nsecond",
  created_at: "2026-11-21T06:40:00Z",
  image: "",
  likes: 3,
  liked: false,
  likers: [OTHER],
  shares: 1,
  shared: false,
  comments: 2,
  edited_at: null,
  editable: false,
  removable: false,
  deleted: false,
  revision: 1,
  remarks: [
    remark,
    {
      ...remark,
      id: "13",
      author: ME,
      text: "Mine",
      edited_at: "2026-11-21T09:00:00Z",
      editable: true,
      removable: true,
      revision: 4,
    },
  ],
};

/** A page of posts. */
export const posts = (items: Post[] = [POST], total = items.length): PostPage => ({
  items,
  total,
  page: 1,
  per: 10,
  next: total > 10 ? "2" : null,
  previous: null,
});

/** The profile beside them. */
export const PROFILE: Profile = {
  person: ME,
  designation: "Head of conversations",
  cover: "/static/profile/cover.svg",
  about: "Bots & people",
  joined: "2026-01-02T08:00:00Z",
  country: "India",
  company: "Meridian Motors",
  email: "asha@example.com",
  website: "https://meridian.example/asha",
  followers: 8,
  following: 9,
  pages: [{ id: "31", name: "Second Gear", handle: "", about: "Used cars", tags: "", favorite: true }],
  feeds: [{ id: "32", name: "Leela Varma", handle: "leela", about: "Short answers", tags: "#talk", favorite: false }],
  photos: [{ id: "41", image: "/static/profile/keys.svg", title: "Keys" }],
  suggestions: [{ person: OTHER, mutual: 2, following: false }],
  poll: {
    id: "51",
    question: "What first?",
    votes: 4,
    mine: null,
    options: [
      { id: "52", name: "Time", votes: 3, percent: 75, people: [OTHER] },
      { id: "53", name: "Price", votes: 1, percent: 25, people: [] },
    ],
  },
};

/** The API's answer to a path. */
export const answered = (path: string): unknown =>
  path === "/api/v1/profile" ? PROFILE : path === "/api/v1/profile/posts/11" ? POST : posts();
