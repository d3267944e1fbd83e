/** Notifications as the API answers them. */
import type { Shape } from "../../api";
import type { PageRef } from "../../page";

export type Notice = Shape<"Notice">;
export type NoticePage = Shape<"NoticePage">;

/** What of the list is asked for. */
export interface ListArgs {
  show: string;
  page: PageRef;
}
