/** The audit log, newest first: who did what to what, from where; any view of it is its address. */
import { Can, Card, Empty, LinkButton, PageHead, Trouble } from "../../components";
import { Pagination } from "../../components/Pagination";
import { Table } from "../../components/Table";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { auditApi, filePath, isNarrowed } from "./api";
import { Changed, Thing, What, Who } from "./cells";
import { Filters } from "./Filters";
import type { auditGrammar } from "./query";
import type { AuditEvent, AuditPage as Shown } from "./types";
import "./audit.css";
import "../../components/floats/floats.css";

/** How many rows a file has at most. */
const FILE_ROWS = 10_000;

/** The page in each of its states. */
export default function AuditPage() {
  const t = useText();
  const { query } = usePage<typeof auditGrammar>();
  const result = auditApi.useAuditQuery(query);
  const { data } = result;
  if (!data) return <Trouble of={result} />;
  return (
    <>
      <PageHead
        title={t("audit.title")}
        lead={t("audit.count", { n: data.total })}
        actions={data.total > 0 && <Files />}
      />
      <div className="stack">
        <Filters events={data.items} />
        <Trouble of={result} />
        {data.total > FILE_ROWS && <p className="quiet small">{t("audit.fileRows", { n: FILE_ROWS })}</p>}
        {data.items.length > 0 ? <List data={data} /> : <Nothing total={data.total} />}
      </div>
    </>
  );
}

/** What is listed, as files for those who may take it out. */
function Files() {
  const t = useText();
  const { query } = usePage<typeof auditGrammar>();
  return (
    <Can I="export" a="Audit">
      <LinkButton to={filePath(query, "csv")} icon="download" download>
        {t("audit.csv")}
      </LinkButton>
      <LinkButton to={filePath(query, "jsonl")} icon="download" download>
        {t("audit.jsonl")}
      </LinkButton>
    </Can>
  );
}

/** The rows, and where one is among them. */
function List({ data }: { data: Shown }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof auditGrammar>();
  return (
    <>
      <Card flush className="au">
        <Table<AuditEvent>
          caption={t("audit.title")}
          rows={data.items}
          rowKey={(row) => row.id}
          columns={[
            {
              key: "at",
              head: t("audit.at"),
              className: "a-at",
              cell: (row) => <time dateTime={row.at}>{f.dateTime(row.at)}</time>,
            },
            { key: "who", head: t("audit.who"), className: "a-who", cell: (row) => <Who event={row} /> },
            {
              key: "what",
              head: t("audit.what"),
              rowHead: true,
              className: "a-what",
              cell: (row) => <What event={row} />,
            },
            { key: "thing", head: t("audit.thing"), className: "a-thing", cell: (row) => <Thing event={row} /> },
            {
              key: "changed",
              head: t("audit.changed"),
              className: "a-changed",
              cell: (row) => <Changed event={row} />,
            },
            {
              key: "address",
              head: t("audit.address"),
              className: "a-from",
              cell: (row) =>
                row.address ? (
                  <bdi dir="ltr" className="mono">
                    {row.address}
                  </bdi>
                ) : (
                  f.number(null)
                ),
            },
          ]}
        />
      </Card>
      <Pagination of={data} to={(page) => here({ page })} />
    </>
  );
}

/** No row on this page, none under these filters, or none at all. */
function Nothing({ total }: { total: number }) {
  const t = useText();
  const { query, here } = usePage<typeof auditGrammar>();
  if (total > 0)
    return (
      <Empty
        icon="filter"
        title={t("audit.pastTitle")}
        actions={<LinkButton to={here({ page: 1 })}>{t("audit.toFirst")}</LinkButton>}
      />
    );
  return isNarrowed(query) ? (
    <Empty
      icon="filter"
      title={t("audit.noneTitle")}
      actions={<LinkButton to={here({}, { reset: true })}>{t("audit.showAll")}</LinkButton>}
    >
      {t("audit.noneText")}
    </Empty>
  ) : (
    <Empty icon="history" title={t("audit.emptyTitle")}>
      {t("audit.emptyText")}
    </Empty>
  );
}
