/** Conversations of the sandbox as the API answers them. */
import type { Shape } from "../../api";

export type Sandbox = Shape<"Sandbox">;
export type SandboxTurn = Shape<"SandboxTurn">;
export type SandboxMessage = Shape<"SandboxMessage">;
export type SandboxReply = Shape<"SandboxReply">;
export type SandboxInput = Shape<"SandboxInput">;

/** How the person answers. */
export interface Answering {
  /** The call that a form makes, and the page it comes back to. */
  call: string;
  page: string;
  send: (input: SandboxInput) => Promise<unknown>;
  busy: boolean;
  error: unknown;
}
