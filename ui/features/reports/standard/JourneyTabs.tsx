/** The views of the journey report, and the timelines of contacts beside them. */
import { Tabs } from "../../../components";
import { useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { can } from "../../../lib/session";
import { usePage } from "../../../page";
import { filters } from "../dashboard/api";
import { JOURNEY_TABS, type journeyQuery } from "./query";

/** The tabs. */
export function JourneyTabs() {
  const t = useText();
  const { query, here, session } = usePage<typeof journeyQuery>();
  const { cmp: _cmp, today: _today, ...contacts } = filters(query);
  return (
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
}
