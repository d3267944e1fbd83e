/** Documents of customers, the newest first; what narrows the list is its address. */
import { Can, Card, Empty, LinkButton, PageHead, PageLink, Pill, useCan } from "../../../components";
import { ChoiceMenu } from "../../../components/ChoiceMenu";
import { PagedList } from "../../../components/lists/PagedList";
import { Table } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { customerDocumentsApi, type CustomerDocument } from "./api";
import { KINDS, SPANS, STATES, type documentsGrammar } from "./query";
import { State } from "./State";
import "./customer-documents.css";
import "../../../components/table/table.css";

const UploadForm = later(() => import("./UploadForm"), "UploadForm");

/** The page. */
export default function DocumentsPage() {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof documentsGrammar>();
  const result = customerDocumentsApi.useCustomerDocumentsQuery(query);
  const { data } = result;
  const isNarrowed = Boolean(query.state || query.kind || query.outlet || query.expiring);
  return (
    <>
      <PageHead
        title={t("customerdocs.title")}
        {...(can("read", "Document") && {
          back: { to: "/reports/documents?tab=customers", label: t("customerdocs.report") },
        })}
        {...(data && { lead: t("customerdocs.waiting", { n: data.waiting }) })}
        actions={
          <Can I="create" a="Master">
            <LinkButton to={here({ do: "new" })} icon="plus" variant="primary">
              {t("customerdocs.new")}
            </LinkButton>
          </Can>
        }
      />
      <div className="stack">
        {query.do === "new" && can("create", "Master") && <UploadForm />}
        <Filters />
        <PagedList
          of={result}
          to={(page) => here({ page })}
          empty={
            <Card>
              <Empty icon="file-text" title={t(isNarrowed ? "customerdocs.noneHere" : "customerdocs.none")}>
                {isNarrowed ? (
                  <PageLink to="/customer-documents">{t("customerdocs.all")}</PageLink>
                ) : (
                  t("customerdocs.noneText")
                )}
              </Empty>
            </Card>
          }
        >
          {(data) => <Rows rows={data.items} />}
        </PagedList>
      </div>
    </>
  );
}

/** What narrows the list. */
function Filters() {
  const t = useText();
  const { query, here } = usePage<typeof documentsGrammar>();
  const first = { page: undefined };
  return (
    <div className="row">
      <ChoiceMenu
        label={t("customerdocs.state")}
        value={query.state}
        options={STATES.map((state) => [state, t(`customerdocs.s.${state || "any"}`) /* i18n: customerdocs.s.* */])}
        to={(state) => here({ ...first, state })}
      />
      <ChoiceMenu
        label={t("customerdocs.kind")}
        value={query.kind}
        options={KINDS.map((kind) => [kind, t(`customerdocs.k.${kind || "any"}`) /* i18n: customerdocs.k.* */])}
        to={(kind) => here({ ...first, kind })}
      />
      <ChoiceMenu
        label={t("customerdocs.expiring")}
        value={query.expiring}
        options={SPANS.map((span) => [span, span ? t("customerdocs.days", { n: span }) : t("customerdocs.s.any")])}
        to={(expiring) => here({ ...first, expiring })}
      />
    </div>
  );
}

/** The rows. */
function Rows({ rows }: { rows: readonly CustomerDocument[] }) {
  const t = useText();
  const f = useFormat();
  return (
    <div className="data-table">
      <Table
        caption={t("customerdocs.title")}
        rows={rows}
        rowKey={(document) => document.id}
        columns={[
          {
            key: "kind",
            head: t("customerdocs.one"),
            rowHead: true,
            className: "slot-name",
            cell: (document) => (
              <PageLink to={`/customer-documents/${document.id}`}>
                {t(`customerdocs.k.${document.kind ?? "unknown"}`)}
              </PageLink>
            ),
          },
          {
            key: "state",
            head: t("customerdocs.state"),
            className: "slot-state",
            cell: (document) => <State state={document.state} />,
          },
          {
            key: "customer",
            head: t("customerdocs.customer"),
            className: "slot-fact",
            cell: (document) => (
              <bdi>{[document.customer?.name, document.vehicle?.name].filter(Boolean).join(" · ") || "–"}</bdi>
            ),
          },
          {
            key: "outlet",
            head: t("customerdocs.outlet"),
            className: "slot-fact wide",
            cell: (document) => <bdi>{document.outlet?.name ?? "–"}</bdi>,
          },
          {
            key: "received",
            head: t("customerdocs.received"),
            className: "slot-fact",
            cell: (document) => <time dateTime={document.received_at}>{f.dateTime(document.received_at)}</time>,
          },
          {
            key: "valid",
            head: t("customerdocs.valid"),
            className: "slot-fact wide",
            cell: (document) => document.valid_until && f.date(document.valid_until),
          },
          {
            key: "marks",
            head: t("customerdocs.marks"),
            className: "slot-fact",
            cell: (document) =>
              document.marks.map((mark) => (
                <Pill key={mark} tone="warn">
                  {t(`customerdocs.m.${mark}`) /* i18n: customerdocs.m.* */}
                </Pill>
              )),
          },
        ]}
      />
    </div>
  );
}
