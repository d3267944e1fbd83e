/** The reading call of the audit log, and the addresses of its files. */
import { api, path } from "../../api";
import type { AuditPage } from "./types";
import type { PageRef } from "../../page";

/** The page's query. */
export interface AuditArgs {
  user: string[];
  action: string;
  subject: string;
  subject_id: string[];
  from: string;
  to: string;
  page: PageRef;
  per: string;
}

/** What narrows the log; the list and its files take the same. */
const filtersOf = ({ user, action, subject, subject_id, from, to }: AuditArgs) => ({
  user,
  action,
  subject,
  subject_id,
  from,
  to,
});

/** True when anything narrows the log. */
export const isNarrowed = (args: AuditArgs): boolean =>
  Object.values(filtersOf(args)).some((value) => value.length > 0);

/** The rows that fit as a file; fetching it is written down, too. */
export const filePath = (args: AuditArgs, format: "csv" | "jsonl"): string =>
  path("/api/v1/audit/file", { ...filtersOf(args), format });

export const auditApi = api.enhanceEndpoints({ addTagTypes: ["AuditEvent"] }).injectEndpoints({
  endpoints: (build) => ({
    audit: build.query<AuditPage, AuditArgs>({
      query: (args) =>
        path("/api/v1/audit", { ...filtersOf(args), page: args.page !== 1 ? args.page : undefined, per: args.per }),
      providesTags: ["AuditEvent"],
    }),
  }),
});
