/** Annotations: what people noted of an instant, for everyone who reads reports. */
import { Can, Empty, LinkButton, PageHead, PageLink, Pill, useCan } from "../../../components";
import { PagedList } from "../../../components/lists/PagedList";
import { Table } from "../../../components/Table";
import { Field, Select } from "../../../components/fields";
import { FormSheet } from "../../../components/forms/FormSheet";
import { useFormat, useText } from "../../../lib/i18n";
import { localMinute } from "../../../lib/localMinute";
import { usePage } from "../../../page";
import { annotationsApi, type Annotation } from "./api";
import { KINDS, type annotationsGrammar } from "./query";

const CALL = "/api/v1/annotations";
const CLOSED = { do: undefined, annotation: undefined };

/** The page. */
export default function AnnotationsPage() {
  const t = useText();
  const { query, here } = usePage<typeof annotationsGrammar>();
  const result = annotationsApi.useAnnotationsQuery(query.page);
  const { data } = result;
  const add = (
    <Can I="create" a="Dashboard">
      <LinkButton to={here({ ...CLOSED, do: "new" })} variant="primary" icon="plus">
        {t("annotations.add")}
      </LinkButton>
    </Can>
  );
  return (
    <>
      <PageHead
        title={t("annotations.title")}
        lead={t("annotations.about")}
        back={{ to: "/reports/dashboard", label: t("annotations.dashboard") }}
        actions={add}
      />
      <div className="stack">
        <PagedList
          of={result}
          to={(page) => here({ page })}
          empty={
            <Empty icon="tag" title={t("annotations.none")} actions={add}>
              {t("annotations.noneText")}
            </Empty>
          }
        >
          {(data) => <Rows rows={data.items} zone={data.zone} />}
        </PagedList>
      </div>
      {data && <Opened zone={data.zone} />}
    </>
  );
}

/** The list; the text opens the form, for who may change it. */
function Rows({ rows, zone }: { rows: readonly Annotation[]; zone: string }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof annotationsGrammar>();
  return (
    <Table
      caption={t("annotations.title")}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: "text",
          head: t("annotations.text"),
          rowHead: true,
          cell: (row) =>
            can("update", "Dashboard") ? (
              <PageLink to={here({ do: "edit", annotation: row.id })}>
                <bdi>{row.text}</bdi>
              </PageLink>
            ) : (
              <bdi>{row.text}</bdi>
            ),
        },
        {
          key: "kind",
          head: t("annotations.kind"),
          cell: (row) => (
            <Pill tone={row.kind === "outage" ? "bad" : "quiet"}>
              {t(`annotations.k.${row.kind}`) /* i18n: annotations.k.* */}
            </Pill>
          ),
        },
        { key: "at", head: t("annotations.at"), cell: (row) => f.dateTime(row.at, zone) },
      ]}
    />
  );
}

/** What the address has opened: the form of a new one or of one there is, or the question before it is deleted. */
function Opened({ zone }: { zone: string }) {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof annotationsGrammar>();
  const { data: row } = annotationsApi.useAnnotationQuery(query.annotation, { skip: !query.annotation });
  const to = here(CLOSED);
  if (query.do === "new" && can("create", "Dashboard")) return <Sheet zone={zone} to={to} />;
  if (!row || !query.annotation) return null;
  if (query.do === "edit" && can("update", "Dashboard")) return <Sheet zone={zone} to={to} row={row} />;
  if (query.do !== "delete" || !can("delete", "Dashboard")) return null;
  return (
    <FormSheet
      danger
      title={t("annotations.ask")}
      call={`${CALL}/${row.id}`}
      method="DELETE"
      revision={String(row.revision)}
      to={to}
      done="deleted"
      action={t("annotations.delete")}
    >
      <p>{t("annotations.askText", { text: `\u2068${row.text}\u2069` })}</p>
    </FormSheet>
  );
}

/** The form. */
function Sheet({ zone, to, row }: { zone: string; to: string; row?: Annotation }) {
  const t = useText();
  const can = useCan();
  const { session, here } = usePage<typeof annotationsGrammar>();
  return (
    <FormSheet
      title={t(row ? "annotations.edit" : "annotations.add")}
      lead={t("annotations.seen")}
      call={row ? `${CALL}/${row.id}` : CALL}
      {...(row && { method: "PATCH" as const, revision: String(row.revision) })}
      to={to}
      done={row ? "changed" : "added"}
      action={t("annotations.save")}
    >
      <Field
        label={t("annotations.text")}
        name="text"
        defaultValue={row?.text ?? ""}
        required
        maxLength={120}
        autoComplete="off"
        dir="auto"
      />
      <Select
        label={t("annotations.kind")}
        name="kind"
        defaultValue={row?.kind ?? "note"}
        options={KINDS.map((kind) => ({ value: kind, label: t(`annotations.k.${kind}`) }))}
      />
      <Field
        label={t("annotations.at")}
        name="at"
        defaultValue={localMinute(row?.at ?? session.now, zone)}
        type="datetime-local"
        required
        help={t("annotations.zone", { zone })}
      />
      {row && can("delete", "Dashboard") && (
        <p>
          <LinkButton to={here({ do: "delete", annotation: row.id })} size="s" variant="danger">
            {t("annotations.delete")}
          </LinkButton>
        </p>
      )}
    </FormSheet>
  );
}
