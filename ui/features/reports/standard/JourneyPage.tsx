/** Journey: the ways sessions take, where they end, and how many come through steps the reader chooses. */
import { Tabs } from "../../../components";
import { useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { can } from "../../../lib/session";
import { later, usePage } from "../../../page";
import { filters } from "../dashboard/api";
import { JOURNEY_TABS, type journeyQuery } from "./query";
import { ReportPage } from "./ReportPage";

const FunnelView = later(() => import("./FunnelView"), "FunnelView");

export default function JourneyPage() {
  const t = useText();
  const { query, here, session } = usePage<typeof journeyQuery>();
  const { cmp: _cmp, today: _today, ...contacts } = filters(query);
  const tabs = (
    <Tabs
      label={t("figures.views")}
      items={[
        ...JOURNEY_TABS.map((tab) => ({
          label: t(`figures.tab.${tab}`), // i18n: figures.tab.*
          to: here({ tab }),
          current: query.tab === tab,
        })),
        ...(can(session.user?.ability ?? [], "read", "Conversation")
          ? [{ label: t("figures.tab.contacts"), to: path("/reports/contacts", contacts), current: false }]
          : []),
      ]}
    />
  );
  return query.tab === "funnel" ? (
    <FunnelView tabs={tabs} />
  ) : (
    <ReportPage report="journey" subject="Journey" tabs={tabs} />
  );
}
