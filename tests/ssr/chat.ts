/** Answers of the chat. */
import type {
  OwnTalkPerson,
  Talk,
  TalkMessage,
  TalkPerson,
  TalkPersonDetail,
  TalkWindow,
} from "../../ui/features/office/chat/types";

const pageOf = (items: unknown[]) => ({ items, total: items.length, page: 1, per: 50, next: null, previous: null });

/** Someone one talks with, and what both have said. */
export const ROHAN: TalkPerson = {
  id: "2",
  full_name: "Rohan Deshpande",
  title: "Dealer principal, Pune",
  role: "subscriber",
  avatar: "",
  about: "On the floor until six.",
  status: "busy",
  is_gone: false,
};
export const DETAIL: TalkPersonDetail = {
  ...ROHAN,
  email: "rohan@example.com",
  company: "Meridian Pune",
  country: "India",
};
export const ME: OwnTalkPerson = {
  ...DETAIL,
  id: "1",
  full_name: "Asha Kulkarni",
  title: "",
  role: "admin",
  email: "asha@example.com",
  about: "Mornings are best.",
  status: "online",
  revision: 3,
};
export const SAID: TalkMessage[] = [
  { id: "101", sender_id: "2", text: "Is the page </script> out?", sent_at: "2026-11-18T08:00:00Z" },
  { id: "102", sender_id: "1", text: "It is.\nRead it!", sent_at: "2026-11-20T08:00:00Z" },
  { id: "103", sender_id: "1", text: "And tell me.", sent_at: "2026-11-21T08:20:00Z" },
  { id: "104", sender_id: "2", text: "Gladly.", sent_at: "2026-11-21T08:30:00Z" },
];
export const WINDOW: TalkWindow = {
  person: ROHAN,
  messages: SAID,
  older: null,
  at_end: true,
  unseen: 0,
  read_id: "102",
};
export const TALK: Talk = { id: "2", person: ROHAN, unseen: 2, last: SAID[3]! };

/** The answer to a path of theirs; nothing for any other. */
export function chat(path: string): unknown {
  if (path.startsWith("/api/v1/chat/chats")) return { ...pageOf([TALK]), unseen: 2, live: "17" };
  if (path.startsWith("/api/v1/chat/messages"))
    return { ...pageOf([{ id: "101", person: ROHAN, message: SAID[0] }]), per: 25 };
  if (/\/chat\/people\/\d+\/messages/.test(path)) return WINDOW;
  if (/\/chat\/people\/\d+/.test(path)) return DETAIL;
  if (path.startsWith("/api/v1/chat/people"))
    return {
      ...pageOf([ROHAN, { ...ROHAN, id: "3", full_name: "Meera Nair", title: "", status: "offline" }]),
      per: 25,
    };
  if (path.startsWith("/api/v1/chat/me")) return ME;
  return undefined;
}
