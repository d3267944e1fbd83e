/** Usage: traffic, and quality and cost. */
// i18n: usage.*
import { Tabs } from "../../../components";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { TABS, type usageQuery } from "./query";
import { ReportPage } from "./ReportPage";

// Forms, which work as the server wrote them.
const Lesson = later(() => import("./Lesson"), "Lesson");

/** The key figures each tab begins with. */
const FIRST = {
  traffic: ["sessions", "messages_in", "messages_out", "msgs_per_session", "session_duration"],
  quality: ["fallback_rate", "bot_latency", "error_rate", "cost_per_session", "missed_handoff_rate"],
};

export default function UsagePage() {
  const t = useText();
  const { query, here } = usePage<typeof usageQuery>();
  return (
    <ReportPage
      report="usage"
      subject="Usage"
      tab={query.tab}
      first={FIRST[query.tab]}
      drawLesson={(lesson) => <Lesson lesson={lesson} />}
      tabs={
        <Tabs
          label={t("figures.views")}
          items={TABS.map((tab) => ({
            label: t(`figures.tab.${tab}`), // i18n: figures.tab.*
            to: here({ tab }),
            current: query.tab === tab,
          }))}
        />
      }
    />
  );
}
