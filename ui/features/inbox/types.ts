/** The inbox as the API answers it. */
import type { Shape } from "../../api";

export type Handoff = Shape<"Handoff">;
export type HandoffPage = Shape<"HandoffPage">;
export type HandoffDetail = Shape<"HandoffDetail">;
export type Desk = Shape<"Desk">;
export type Colleagues = Shape<"Colleagues">;
export type HandoffNote = HandoffDetail["notes"][number];
export type OfferedTexts = Shape<"OfferedTexts">;
export type HandoffMessage = HandoffDetail["messages"][number];

export const INBOX = "/inbox";
export const DESK = "/api/v1/handoffs/desk";
export const MESSAGE_LENGTH = 2000;
