/** The inbox as the API answers it. */
import type { Shape } from "../../api";

export type Handoff = Shape<"Handoff">;
export type HandoffPage = Shape<"HandoffPage">;
export type HandoffDetail = Shape<"HandoffDetail">;
export type OfferedTexts = Shape<"OfferedTexts">;
export type HandoffMessage = HandoffDetail["messages"][number];

export const INBOX = "/inbox";
export const MESSAGE_LENGTH = 2000;
