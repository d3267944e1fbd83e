/** Usage: traffic, and quality and cost. */
// i18n: usage.*
import { Tabs } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { TABS, type usageQuery } from "./query";
import { ReportPage } from "./ReportPage";

export default function UsagePage() {
  const t = useText();
  const { query, here } = usePage<typeof usageQuery>();
  return (
    <ReportPage
      report="usage"
      subject="Usage"
      tab={query.tab}
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
