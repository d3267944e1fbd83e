/** One of the report groups: what its sessions came to, and where. */
// i18n: groups.*
import { Tabs } from "../../../components";
import { useText } from "../../../lib/i18n";
import { can } from "../../../lib/session";
import { usePage } from "../../../page";
import type { reportQuery } from "../filters/query";
import { GROUPS } from "../filters/values";
import { ReportPage } from "./ReportPage";

/** The ability a group needs. */
const subjectOf = (group: string) => (group === "overall" ? "Dashboard" : `Group.${group}`);

export default function GroupPage() {
  const t = useText();
  const { params, session, here } = usePage<typeof reportQuery, "group">();
  const query = here({ grp: undefined }).replace(/^[^?]*/, "");
  return (
    <ReportPage
      report={`groups/${params.group}`}
      subject={subjectOf(params.group)}
      tabs={
        <Tabs
          label={t("reports.group")}
          items={GROUPS.filter((group) => can(session.user?.ability ?? [], "read", subjectOf(group))).map((group) => ({
            label: t(`reports.${group}`), // i18n: reports.overall reports.service reports.sales reports.psf
            to: `/reports/groups/${group}${query}`,
            current: group === params.group,
          }))}
        />
      }
    />
  );
}
