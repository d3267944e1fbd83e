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

/** Roles, those with the most rights first. */
export const ROLES = [
  "admin",
  "maintainer",
  "author",
  "editor",
  "subscriber",
] as const satisfies readonly Member["role"][];
export const PLANS = ["basic", "team", "company", "enterprise"] as const satisfies readonly Member["current_plan"][];
export const STATUS = ["active", "pending", "inactive"] as const satisfies readonly Member["status"][];
/** What the list can show: those deleted stand apart. */
export const STATES = [...STATUS, "deleted"] as const satisfies readonly (keyof PeopleCounts["states"])[];
/** Columns the list can be ordered by; a minus turns it round. */
export const ORDERS = ["number", "name", "role", "plan", "status", "company"] as const;
export const SORTS = [...ORDERS, ...ORDERS.map((key) => `-${key}` as const)] as const;
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
