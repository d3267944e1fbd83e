/** The people of each step of a funnel, as the audience of a new offer. */
import { Card, PageLink } from "../../../components";
import { Table } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { offerFor } from "../filters/OfferLink";
import type { Funnel } from "./funnelApi";

/** The card: who came to each step, and who went no further. */
export function FunnelOffers({ steps }: { steps: Funnel["steps"] }) {
  const t = useText();
  const f = useFormat();
  const { url } = usePage();
  const people = (key: "reached" | "stopped", place: number, count: number | null) =>
    count ? <PageLink to={offerFor(`${url}&${key}=${place}`)}>{f.number(count)}</PageLink> : f.number(count);
  return (
    <Card title={t("funnel.offers")} flush>
      <Table
        caption={t("funnel.offers")}
        rows={steps.map((step, index) => ({ ...step, place: index + 1, next: steps[index + 1]?.count ?? 0 }))}
        rowKey={(step) => step.id}
        columns={[
          { key: "step", head: t("data.funnel.stage"), rowHead: true, cell: (step) => step.label },
          {
            key: "reached",
            head: t("funnel.reached"),
            numeric: true,
            cell: (step) => people("reached", step.place, step.count),
          },
          {
            key: "stopped",
            head: t("funnel.stopped"),
            numeric: true,
            cell: (step) => people("stopped", step.place, step.count === null ? null : step.count - step.next),
          },
        ]}
      />
    </Card>
  );
}
