/** The audit log as the API answers it. */
import type { Shape } from "../../api";

/** Every action with words of its own, by kind of thing. */
export const ACTIONS = [
  "ability:refuse", "audit:export", "bot:archive", "bot:choose_goal", "bot:create", "bot:pause", "bot:restore", "bot:resume", "bot:update",
  "command:run", "contact:merge", "contact:unmerge", "conversation:export", "export:cancel", "export:create", "export:download",
  "export:start", "factor:begin", "factor:confirm", "factor:remove", "factor:renew_codes", "goal:create", "import:cancel", "import:create",
  "import:start", "job:retry", "report:count_people", "report:export", "session:create", "session:end", "session:end_all", "session:fail",
  "session:lock", "session:refresh_reuse", "user:change_password", "user:prefer", "user:register", "workspace:update_policy",
] as const;

/** Every kind of thing that something is done to. */
export const SUBJECTS = [...new Set(ACTIONS.map((action) => action.split(":", 1)[0]!))];

export type AuditEvent = Shape<"AuditEvent">;
export type AuditPage = Shape<"AuditPage">;
