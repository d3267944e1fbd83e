/** The chat as the API answers it. */
import type { Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type TalkPerson = Shape<"TalkPerson">;
export type TalkPersonDetail = Shape<"TalkPersonDetail">;
export type TalkPersonPage = Shape<"TalkPersonPage">;
export type OwnTalkPerson = Shape<"OwnTalkPerson">;
export type OwnTalkPersonChange = Shape<"OwnTalkPersonChange">;
export type Talk = Shape<"Talk">;
export type TalkPage = Shape<"TalkPage">;
export type TalkMessage = Shape<"TalkMessage">;
export type TalkWindow = Shape<"TalkWindow">;
export type TalkHit = Shape<"TalkHit">;
export type TalkHitPage = Shape<"TalkHitPage">;

export const STATUS = ["online", "busy", "away", "offline"] as const satisfies readonly TalkPerson["status"][];
export const ABOUT_LENGTH = 240;
export const MESSAGE_LENGTH = 4000;
export const CHAT = "/apps/chat";

/** A page of a list by words. */
export interface ListArgs {
  q: string;
  page: PageRef;
}

/** Some messages with a person: the newest, those up to one, or those around one. */
export interface WindowArgs {
  id: string;
  upto: string;
  around: string;
}
