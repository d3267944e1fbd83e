/** Conversations of the sandbox as the API answers them. */
import type { Shape } from "../../api";

export type Sandbox = Shape<"Sandbox">;
export type SandboxTurn = Shape<"SandboxTurn">;
export type SandboxMessage = Shape<"SandboxMessage">;
export type SandboxReply = Shape<"SandboxReply">;
export type SandboxInput = Shape<"SandboxInput">;

/** How a channel's limits show: all but the first have WhatsApp's kind of buttons. */
export const CHANNELS = ["web", "whatsapp", "messenger", "telegram", "slack", "voice"] as const;
/** What WhatsApp shows at most: buttons of a message, and characters of a button. */
export const BUTTONS = 3;
export const TITLE_LENGTH = 20;
