/** An account, as the API answers it. */
import type { Account } from "../../../../ui/features/accounts/settings/types";

/** One's own account with an account noted elsewhere. */
export const ACCOUNT: Account = {
  avatar: "",
  username: "asha",
  full_name: "Asha Kulkarni",
  email: "asha@example.com",
  next_email: null,
  confirms_email: true,
  company: "Meridian Motors",
  designation: "Head of conversations",
  bio: "Bots & people",
  dob: null,
  country: "India",
  website: "https://meridian.example/asha",
  phone: "(020) 555 0100",
  links: { twitter: "https://x.com/asha", facebook: "", google: "", linkedIn: "", instagram: "", quora: "" },
  connections: [{ id: "5", service: "github", account: "asha", revision: 2, created_at: "2026-11-01T08:00:00Z" }],
  notifications: {
    commentOnArticle: true,
    answerOnForm: true,
    followMe: false,
    newAnnouncements: true,
    productUpdates: true,
    blogDigest: false,
  },
  quiet_from: null,
  quiet_to: null,
  revision: 7,
};
