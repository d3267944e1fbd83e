/** People as the API answers them. */
import type { Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Member = Shape<"Member">;
export type PeoplePage = Shape<"PeoplePage">;
export type PeopleCounts = Shape<"PeopleCounts">;
export type MemberChange = Shape<"MemberChange">;
export type Invited = Shape<"Invitation">;
export type NewInvitation = Shape<"InvitationArgs">;
export type InvitationPage = Shape<"InvitationPage">;
export type Said = Shape<"ScopeSummary">;
export type Part = Shape<"ScopePart">;
export type Scope = Shape<"Scope">;
export type Access = Shape<"Access">;
export type AccessChange = Shape<"AccessChange">;
export type Explanation = Shape<"Explanation">;
export type Owned = Shape<"Owned">;
export type Deactivated = Shape<"Deactivated">;
export type Deactivation = Shape<"Deactivation">;
export type PersonSession = Shape<"PersonSession">;
export type PersonSessionPage = Shape<"PersonSessionPage">;
export type PeopleImport = Shape<"CsvImport">;

/** Roles, those with the most rights first. */
export const ROLES = [
  "admin",
  "maintainer",
  "author",
  "editor",
  "subscriber",
] as const satisfies readonly Member["role"][];
export const PLANS = ["basic", "team", "company", "enterprise"] as const satisfies readonly Member["current_plan"][];
/** Every role that can be given. */
export const GIVEN_ROLES = [...ROLES, "client", "none"] as const satisfies readonly Member["auth_role"][];
/** States the list offers to show: those deleted stand apart. */
export const STATES = ["active", "pending", "suspended", "locked", "deactivated", "deleted"] as const;
/** States an address may ask for besides. */
export const ASKED_STATES = [...STATES, "inactive"] as const satisfies readonly (keyof PeopleCounts["states"])[];
/** Permissions offered beyond a role; what someone has besides is offered, too. */
export const EXTRAS = [
  "export Conversation",
  "review Conversation",
  "reveal Pii",
  "read Bot",
  "read Sandbox",
  "manage Inbox",
  "read Import",
  "create Import",
  "read User",
  "manage User",
  "read Client",
  "manage Client",
  "manage Reference",
  "manage Site",
  "read Audit",
  "read Job",
] as const;
/** Actions one can ask after. */
export const ASKABLE = ["read", "create", "update", "delete", "publish", "export", "manage"] as const;
/** Subjects one can ask after; of the first three also a single thing. */
export const LOADABLE = [
  "Conversation",
  "Bot",
  "Client",
  "Dashboard",
  "User",
  "Pii",
  "Inbox",
  "Import",
  "Audit",
] as const;
/** Columns the list can be ordered by; a minus turns it round. */
export const ORDERS = ["number", "name", "role", "plan", "status", "company", "seen"] as const;
export const SIZES = ["10", "25", "50", "100"] as const;

/** What narrows and orders the list. */
export interface ListArgs {
  q: string;
  role: string;
  plan: string;
  status: string;
  sort: string;
  page: PageRef;
  per: string;
}
