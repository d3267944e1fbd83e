/** The audit log as the API answers it. */
import type { Shape } from "../../api";

/** Every action with words of its own, by kind of thing. */
export const ACTIONS = [
  "ability:refuse", "address:create", "address:delete", "address:restore", "address:update", "audit:export", "blog_comment:approve",
  "blog_comment:create", "blog_comment:delete", "blog_comment:reject", "blog_post:create", "blog_post:delete", "blog_post:restore",
  "blog_post:update", "bookmark:create", "bookmark:import", "bookmark:remove", "bookmark:toggle", "bookmark:update", "bot:archive", "bot:choose_goal",
  "bot:create", "bot:pause", "bot:restore", "bot:resume", "bot:update", "cart_line:create", "cart_line:delete", "cart_line:keep", "cart_line:restore",
  "cart_line:update", "chat_message:create", "chat_person:update", "command:run", "connection:create", "connection:delete", "contact:merge",
  "contact:unmerge", "conversation:export", "event:create", "event:delete", "event:import", "event:restore", "event:update", "export:cancel",
  "export:create", "export:download", "export:start", "factor:begin", "factor:confirm", "factor:remove", "factor:renew_codes", "faq_entry:create",
  "faq_entry:delete", "faq_entry:order", "faq_entry:restore", "faq_entry:take_over", "faq_entry:update", "goal:create", "import:cancel",
  "import:create", "import:start", "invitation:accept", "invitation:create", "invitation:resend", "invitation:withdraw", "invoice:create",
  "invoice:delete", "invoice:pay", "invoice:restore", "invoice:send", "invoice:unpay", "invoice:update", "job:retry", "knowledge_question:create",
  "knowledge_question:delete", "knowledge_question:order", "knowledge_question:restore", "knowledge_question:take_over", "knowledge_question:update",
  "mail:attach", "mail:delete", "mail:detach", "mail:draft", "mail:empty_trash", "mail:send", "mail:unsend", "mail:update", "mail:update_many",
  "notification:delete", "notification:restore", "poll:vote", "post:comment", "post:create", "post:delete", "post:react", "post:restore",
  "post:update", "purchase:cancel", "purchase:create", "report:count_people", "report:export", "session:create", "session:end", "session:end_all",
  "session:fail", "session:lock", "session:refresh_reuse", "source:favor", "table_row:export", "table_row:update", "task:create", "task:delete",
  "task:delete_many", "task:order", "task:restore", "task:update", "user:change_password", "user:create", "user:delete", "user:export", "user:follow",
  "user:prefer", "user:register", "user:remove_avatar", "user:request_reset", "user:reset_password", "user:restore", "user:set_avatar", "user:update",
  "user:update_own", "wish:choose", "wish:create", "wish:delete", "workspace:update_languages", "workspace:update_policy",
] as const;

/** Every kind of thing that something is done to. */
export const SUBJECTS = [...new Set(ACTIONS.map((action) => action.split(":", 1)[0]!))];

export type AuditEvent = Shape<"AuditEvent">;
export type AuditPage = Shape<"AuditPage">;
