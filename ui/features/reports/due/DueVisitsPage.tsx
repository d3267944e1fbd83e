/** The visits whose customers are to be asked and have not talked with a feedback bot since. */
import { Card, Empty, LinkButton, PageHead, ProblemNotice } from "../../../components";
import { Chip } from "../../../components/filters";
import { Table, type Column } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { can } from "../../../lib/session";
import { PageLink, usePage } from "../../../page";
import type { Shape } from "../../../api";
import { Clipped } from "../filters/Clipped";
import { Gone } from "../filters/Gone";
import { Pages } from "../filters/Pages";
import { FIRST, RangeMenu } from "../filters/RangeMenu";
import { dueApi } from "./api";
import { SIZES, type dueQuery } from "./query";

export default function DueVisitsPage() {
  const t = useText();
  const f = useFormat();
  const { query, session, here } = usePage<typeof dueQuery>();
  const { data, error, refetch } = dueApi.useDueVisitsQuery(query);
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : null;
  const opens = can(session.user?.ability ?? [], "read", "Master");
  const columns: Column<Shape<"DueVisit">>[] = [
    {
      key: "job_card",
      head: t("figures.c.job_card"),
      rowHead: true,
      cell: (row) => {
        const name = <bdi>{row.job_card}</bdi>;
        const opensVehicle = opens && row.vehicle_id !== null;
        return opensVehicle ? <PageLink to={`/admin/masters/vehicles/${row.vehicle_id}`}>{name}</PageLink> : name;
      },
    },
    { key: "due_on", head: t("figures.c.due_on"), className: "nw", cell: (row) => f.date(row.due_on) },
    { key: "outlet", head: t("figures.c.outlet"), cell: (row) => <bdi>{row.outlet}</bdi> },
    { key: "registration", head: t("groups.registration"), cell: (row) => <bdi>{row.registration ?? "—"}</bdi> },
    {
      key: "model",
      head: t("figures.c.model"),
      className: "wide",
      cell: (row) => <bdi>{row.model_labels[session.locale] || row.model_labels.en || row.model || "—"}</bdi>,
    },
  ];
  return (
    <>
      <PageHead
        title={t("groups.due_list")}
        lead={[
          t("groups.nVisits", { n: data.total }),
          f.range(data.range.from, data.range.to),
          data.zone,
          t("groups.dueAbout"),
        ].join(" · ")}
      />
      <div className="lf">
        <RangeMenu label={t("reports.range")} range={data.range} action="/reports/groups/psf/due" />
        {data.places.map((place) => (
          <Chip
            key={place.id}
            label={t("conversations.outlet")}
            value={place.name}
            removeTo={here({ ...FIRST, out: query.out.filter((key) => key !== `${place.kind}:${place.id}`) })}
          />
        ))}
      </div>
      <Gone gone={data.gone} bot={[]} out={query.out} to={({ out }) => here({ ...FIRST, out })} />
      <Clipped clipped={data.clipped} />
      {data.items.length === 0 ? (
        <Empty
          icon="car"
          title={t("groups.nothingDue")}
          actions={
            data.total > 0 ? (
              <LinkButton to={here(FIRST)}>{t("groups.firstPage")}</LinkButton>
            ) : (
              <LinkButton to={here({ r: "all", ...FIRST })}>{t("conversations.showAllPeople")}</LinkButton>
            )
          }
        />
      ) : (
        <>
          <Card className="cards" flush>
            <Table
              caption={t("groups.due_list")}
              rows={data.items}
              rowKey={(row) => `${row.outlet} ${row.job_card}`}
              columns={columns}
            />
          </Card>
          <Pages data={data} sizes={SIZES} />
        </>
      )}
    </>
  );
}
