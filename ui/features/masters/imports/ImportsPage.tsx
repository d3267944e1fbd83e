/** All imports of master data, newest first, and the upload of another file. */
import {
  ActionForm,
  Button,
  Can,
  Card,
  Empty,
  Notice,
  PageHead,
  PageLink,
  Segments,
  Trouble,
  useCan,
} from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { Table } from "../../../components/Table";
import { Select } from "../../../components/fields";
import { FileField } from "../../../components/files/FileField";
import { usePolling } from "../../../hooks/useSaveData";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { Parts } from "../layout/Parts";
import { masterImportsApi } from "./api";
import type { masterImportsGrammar } from "./query";
import { isBusy, StatePill } from "./StatePill";
import { KINDS, type ListedMasterImport } from "./types";
import "../../../styles/masters.css";
import "../../../components/table/table.css";

const POLL_MS = 2000;

/** The page. */
export default function ImportsPage() {
  const t = useText();
  const { query, here } = usePage<typeof masterImportsGrammar>();
  const cached = masterImportsApi.useMasterImportsQuery(query).data;
  const busy = cached?.items.some((item) => isBusy(item.state)) ?? false;
  const result = masterImportsApi.useMasterImportsQuery(query, {
    pollingInterval: usePolling(POLL_MS, busy),
    skipPollingIfUnfocused: true,
  });
  const { data } = result;
  return (
    <>
      <PageHead title={t("masters.importsTitle")} lead={t("masters.importsLead")} />
      <Parts current="imports" />
      <div className="stack">
        <div className="row">
          <Segments
            label={t("masters.kind")}
            items={["" as const, ...KINDS].map((kind) => ({
              label: kind ? t(`masters.k.${kind}`) : t("masters.all") /* i18n: masters.k.* */,
              to: here({ kind: kind || undefined, page: undefined }),
              current: query.kind === kind,
            }))}
          />
        </div>
        <Can
          I="create"
          a="Master"
          otherwise={
            <Notice tone="quiet" icon="lock">
              {t("masters.importReadOnly")}
            </Notice>
          }
        >
          <Upload kind={query.kind || "vehicles"} />
        </Can>
        <Trouble of={result} />
        {data?.total === 0 && (
          <Empty icon="upload" title={t("masters.noImports")}>
            {t("masters.noImportsText")}
          </Empty>
        )}
        {data && data.total > 0 && <Rows rows={data.items} />}
        {data && data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
      </div>
    </>
  );
}

/** The file of a kind; it is checked first, and nothing is saved before one has looked. */
function Upload({ kind }: { kind: (typeof KINDS)[number] }) {
  const t = useText();
  const can = useCan();
  const { form, here } = usePage();
  const { data } = masterImportsApi.useImportClientsQuery(undefined, { skip: !can("read", "Client") });
  const clients = data?.items.filter(({ state }) => state === "trial" || state === "active") ?? [];
  const errors = form?.problem.errors ?? {};
  return (
    <Card title={t(`masters.importOf.${kind}`) /* i18n: masters.importOf.* */}>
      <ActionForm
        className="up"
        call={kind === "leads" ? "/api/v1/leads/import" : `/api/v1/masters/${kind.replace("_", "-")}/import`}
        page={here()}
        then="/admin/masters/imports/{id}"
        encType="multipart/form-data"
      >
        {form && !errors.file && !(clients.length > 0 && errors.client) && (
          <Notice tone="bad" focus title={form.problem.detail ?? form.problem.title} />
        )}
        <input type="hidden" name="waits" value="1" />
        {clients.length > 0 && (
          <Select
            label={t("masters.client")}
            name="client"
            required
            defaultValue={clients.length === 1 ? clients[0]?.id : ""}
            options={[
              ...(clients.length > 1 ? [{ value: "", label: t("masters.choose") }] : []),
              ...clients.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <FileField label={t("masters.file")} help={t("masters.fileHelp")} required accept=".csv,.tsv,.txt,.xlsx" />
        <p className="small quiet">
          {t("masters.columnsHelp")}{" "}
          <code dir="ltr">{t(`masters.columnsOf.${kind}`) /* i18n: masters.columnsOf.* */}</code>
        </p>
        <p className="row">
          <Button type="submit" variant="primary" icon="upload">
            {t("masters.check")}
          </Button>
          <span className="quiet small">{t("masters.checkHelp")}</span>
        </p>
      </ActionForm>
    </Card>
  );
}

/** The imports. */
function Rows({ rows }: { rows: readonly ListedMasterImport[] }) {
  const t = useText();
  const f = useFormat();
  return (
    <Card flush className="il">
      <Table
        caption={t("masters.importsTitle")}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: "name",
            head: t("masters.file"),
            rowHead: true,
            className: "fn",
            cell: (row) => (
              <PageLink to={`/admin/masters/imports/${row.id}`}>
                <bdi>{row.name}</bdi>
              </PageLink>
            ),
          },
          { key: "kind", head: t("masters.kind"), cell: (row) => t(`masters.k.${row.kind}`) },
          { key: "state", head: t("masters.state"), cell: (row) => <StatePill state={row.state} /> },
          {
            key: "new",
            head: t("masters.n.new"),
            numeric: true,
            className: "wide",
            cell: (row) => f.number(row.counts.new),
          },
          {
            key: "changed",
            head: t("masters.n.changed"),
            numeric: true,
            className: "wide",
            cell: (row) => f.number(row.counts.changed),
          },
          {
            key: "errors",
            head: t("masters.n.errors"),
            numeric: true,
            className: "wide",
            cell: (row) => <span className={row.error_count ? "bad" : undefined}>{f.number(row.error_count)}</span>,
          },
          { key: "who", head: t("masters.who"), className: "wide", cell: (row) => <bdi>{row.user_name}</bdi> },
          { key: "when", head: t("masters.when"), className: "wide", cell: (row) => f.dateTime(row.created_at) },
        ]}
      />
    </Card>
  );
}
