/** What a reader may see of metrics, and of which report groups. */
import { can, type Session } from "../../lib/session";
import { USUAL, type DashboardArgs } from "../reports/dashboard/api";
import { GROUPS } from "./types";

/** Whether a reader may see reports at all. */
export const sees = ({ user }: Session): boolean => can(user?.ability ?? [], "read", "Dashboard");

/** What asks for the values of all metrics, without those of the period before. */
export const ALL = { metric: "", args: { ...USUAL, cmp: "none" } } as const;

/** What asks for the value of one metric, and that of the period before. */
export const valueOf = (metric: string) => ({ metric, args: USUAL });

/** What asks for a metric in each of the report groups that a reader may see. */
export const byGroup = ({ user }: Session, metric: string): { metric: string; args: DashboardArgs }[] =>
  GROUPS.filter((group) => can(user?.ability ?? [], "read", `Group.${group}`)).map((grp) => ({
    metric,
    args: { ...USUAL, grp },
  }));
