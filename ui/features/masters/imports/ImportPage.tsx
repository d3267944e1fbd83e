/** One import: the columns of its file, what it would do or has done, what does not fit, and what can be done next. */
import {
  ActionForm,
  Button,
  Can,
  Card,
  LinkButton,
  Notice,
  PageHead,
  PageLink,
  Trouble,
  useCan,
} from "../../../components";
import { Table } from "../../../components/Table";
import { ChoiceList } from "../../../components/forms/controls";
import { Steps, type Step } from "../../../components/data/Steps";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { usePolling } from "../../../hooks/useSaveData";
import { Text, useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { masterImportsApi } from "./api";
import { isBusy, StatePill } from "./StatePill";
import { Deciding } from "./Deciding";
import { ErrorsFile } from "./ErrorsFile";
import type { masterImportGrammar } from "./query";
import { isDecidable, isCorrectable, type MasterImport } from "./types";
import { useWhy } from "./why";
import "../../../components/controls.css";
import "../../../styles/masters.css";
import "../../../components/table/table.css";

const Corrections = later(() => import("./Corrections"), "Corrections");

const POLL_MS = 1500;
const NUMBERS = ["new", "changed", "unchanged"] as const;
/** The calls whose forms say themselves why they were refused. */
const OWN_FORMS = ["rows", "values"];
const PLACES = { checking: 0, columns: 1, ready: 2, queued: 3, running: 3 } as const;

/** The page in each of its states. */
export default function ImportPage() {
  const t = useText();
  const { params, form } = usePage<typeof masterImportGrammar, "id">();
  const row = masterImportsApi.useMasterImportQuery(params.id).data;
  const result = masterImportsApi.useMasterImportQuery(params.id, {
    pollingInterval: usePolling(POLL_MS, row !== undefined && isBusy(row.state)),
    skipPollingIfUnfocused: true,
  });
  const { data } = result;
  const can = useCan();
  if (!data) return <Trouble of={result} />;
  const choosing = data.state === "columns" || data.state === "ready";
  return (
    <>
      <PageHead
        back={{ to: `/admin/masters/imports?kind=${data.kind}`, label: t("masters.importsTitle") }}
        title={t(`masters.importOf.${data.kind}`)}
        marks={<StatePill state={data.state} />}
        lead={<bdi>{data.name}</bdi>}
        actions={<Actions data={data} />}
      />
      <div className="stack">
        <Trouble of={result} />
        <PageRefusal
          unless={OWN_FORMS.some((own) => form?.problem.instance === `/api/v1/masters/imports/${data.id}/${own}`)}
        />
        <Course data={data} />
        {data.changes && data.state !== "columns" && <Numbers data={data} />}
        {isDecidable(data) && can("create", "Master") && <Deciding data={data} />}
        <div className={choosing ? "columns ms-check" : "stack"}>
          {choosing && <Columns data={data} />}
          {choosing && data.changes && data.changes.items.length > 0 && <Changes data={data} />}
        </div>
        {isCorrectable(data) && can("create", "Master") ? <Corrections data={data} /> : <Errors data={data} />}
        <Undo data={data} />
      </div>
    </>
  );
}

/** How many rows an import would write. */
const writes = ({ counts }: MasterImport) => counts.new + counts.changed;

/** What can be done next. */
function Actions({ data }: { data: MasterImport }) {
  const t = useText();
  const can = useCan();
  const { url } = usePage();
  const at = `/api/v1/masters/imports/${data.id}`;
  const page = `/admin/masters/imports/${data.id}`;
  if (!can("create", "Master")) return null;
  const busy = isBusy(data.state);
  return (
    <>
      {busy && (
        <a className="button" href={url}>
          {t("masters.reload")}
        </a>
      )}
      {((busy && data.state !== "undoing") || data.state === "columns" || data.state === "ready") && (
        <ActionForm call={`${at}/cancel`} page={page} done="cancelled">
          <Button type="submit" variant="quiet">
            {t("masters.cancel")}
          </Button>
        </ActionForm>
      )}
      {!busy && (
        <LinkButton to={`/admin/masters/imports?kind=${data.kind}`} icon="file-text">
          {t("masters.otherFile")}
        </LinkButton>
      )}
      {data.state === "ready" && writes(data) > 0 && (
        <ActionForm call={`${at}/start`} page={page} done="started">
          <Button type="submit" variant="primary">
            {t(`masters.start.${data.kind}`, { n: writes(data) }) /* i18n: masters.start.* */}
          </Button>
        </ActionForm>
      )}
      {(data.state === "failed" || data.state === "cancelled") && (
        <ActionForm call={`${at}/start`} page={page} done="started">
          <Button type="submit">{t("masters.goOn")}</Button>
        </ActionForm>
      )}
    </>
  );
}

/** The steps, and the present one in a sentence. */
function Course({ data }: { data: MasterImport }) {
  const t = useText();
  const f = useFormat();
  const at = PLACES[data.state as keyof typeof PLACES] ?? 4;
  const choosing = data.state === "columns" || data.state === "ready";
  const used = data.columns.filter((column) => column.field).length;
  const notes = [
    data.rows ? t("masters.rowsIn", { n: data.rows }) : undefined,
    data.columns.length
      ? t("masters.columnsUsed", { n: f.number(used), all: f.number(data.columns.length) })
      : undefined,
    // Once it has begun, something may be saved.
    choosing || data.state === "checking" ? t("masters.nothingSaved") : undefined,
    data.changes ? t("masters.rowsIn", { n: writes(data) }) : undefined,
  ];
  const stopped = data.state === "failed" || data.state === "cancelled";
  const steps: Step[] = (["file", "columns", "check", "import"] as const).map((key, place) => ({
    key,
    label: t(`masters.step.${key}`) /* i18n: masters.step.* */,
    state: place < at ? (stopped && place === 3 ? "failed" : "done") : place === at ? "current" : "todo",
    ...(notes[place] && { note: notes[place] }),
  }));
  const running = data.state === "running" || data.state === "queued" || data.state === "undoing";
  const done = data.state === "undoing" ? data.undone + data.retained : data.line;
  const all = data.state === "undoing" ? writes(data) : data.rows;
  const progress = t("masters.progress", { done: f.number(done), all: f.number(all) });
  return (
    <div className="ms-course rows gap-12" aria-live="polite">
      <Steps label={t("masters.steps")} steps={steps} />
      {data.error && <Notice tone="bad" title={data.error} />}
      <p>
        {
          t(`masters.said.${data.state}`, {
            new: f.number(data.new),
            changed: f.number(data.changed),
            undone: f.number(data.undone),
            kept: f.number(data.retained),
          }) /* i18n: masters.said.* */
        }
      </p>
      {isBusy(data.state) && (
        <p className="pg rows gap-4">
          <progress max={all || 1} value={running ? done : undefined} aria-label={progress} />
          {running && <span className="quiet small">{progress}</span>}
        </p>
      )}
    </div>
  );
}

/** New, changed and unchanged rows, those with errors, and those with warnings. */
function Numbers({ data }: { data: MasterImport }) {
  const t = useText();
  const f = useFormat();
  const cells: [string, number, string][] = [
    ...NUMBERS.map((name): [string, number, string] => [name, data.counts[name], ""]),
    ["errors", data.error_count, data.error_count ? "bad" : ""],
    ["warnings", data.warning_count, data.warning_count ? "warn" : ""],
  ];
  return (
    <dl className="ms-numbers">
      {cells.map(([name, value, tone]) => (
        <div key={name}>
          <dt>{t(`masters.n.${name}`) /* i18n: masters.n.* */}</dt>
          <dd className={tone}>{f.number(value)}</dd>
          <dd className="quiet small">{t(`masters.nn.${name}`) /* i18n: masters.nn.* */}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What comes first in the days of a column; both where the file contradicts itself. */
const ORDERS = ["both_orders", "day_first", "month_first"] as const;
const isOrder = (mark: string | undefined) => ORDERS.some((order) => order === mark);

/** What each column of the file holds, and how its numbers and days are read. */
function Columns({ data }: { data: MasterImport }) {
  const t = useText();
  const f = useFormat();
  const markOf = (name: string) => data.changes?.marks.find(({ field }) => field === name)?.mark;
  const options = [
    { value: "", label: t("masters.leaveOut") },
    ...data.fields_known.map((value) => ({ value, label: t(`masters.field.${value}`) /* i18n: masters.field.* */ })),
  ];
  return (
    <Card title={t("masters.columns")} lead={t("masters.columnsLead")}>
      {data.lacking.length > 0 && (
        <Notice
          tone="warn"
          title={t("masters.lacking", {
            fields: f.list(data.lacking.map((field) => t(`masters.field.${field}`) /* i18n: masters.field.* */)),
          })}
        />
      )}
      {data.mapped_as && (
        <Notice tone="quiet">
          <Text
            id="masters.mappedAs"
            values={{
              name: (
                <PageLink to={`/admin/masters/imports/${data.mapped_as.id}`}>
                  <bdi>{data.mapped_as.name}</bdi>
                </PageLink>
              ),
              at: f.date(data.mapped_as.at),
            }}
          />
        </Notice>
      )}
      <ActionForm
        call={`/api/v1/masters/imports/${data.id}/mapping`}
        page={`/admin/masters/imports/${data.id}`}
        className="ms-columns"
      >
        <ul>
          {data.columns.map((column, at) => (
            <li key={column.column}>
              <input type="hidden" name={`columns.${at}.column`} value={column.column} />
              <label htmlFor={`column-${at}`}>
                <bdi dir="ltr">{column.column}</bdi>
                <small className="quiet" dir="auto">
                  {column.first}
                </small>
                {markOf(column.field) && !isOrder(markOf(column.field)) && (
                  <small>{t(`masters.mark.${markOf(column.field)}`) /* i18n: masters.mark.* */}</small>
                )}
              </label>
              <div className="rows gap-4">
                <ChoiceList
                  id={`column-${at}`}
                  className="input select"
                  name={`columns.${at}.field`}
                  defaultValue={column.field}
                  key={column.field}
                >
                  {options.map((option) => (
                    <option key={option.value} value={option.value}>
                      {option.label}
                    </option>
                  ))}
                </ChoiceList>
                {isOrder(markOf(column.field)) && (
                  <ChoiceList
                    className="input select"
                    name={`columns.${at}.order`}
                    defaultValue={markOf(column.field)}
                    key={markOf(column.field)}
                    aria-label={t("masters.orderOf", { column: column.column })}
                  >
                    {ORDERS.filter((order) => order !== "both_orders" || markOf(column.field) === order).map(
                      (order) => (
                        <option key={order} value={order === "both_orders" ? "" : order}>
                          {t(`masters.mark.${order}`)}
                        </option>
                      ),
                    )}
                  </ChoiceList>
                )}
              </div>
            </li>
          ))}
        </ul>
        <Can I="create" a="Master">
          <p>
            <Button type="submit" variant={data.state === "columns" ? "primary" : "plain"}>
              {t("masters.checkAgain")}
            </Button>
          </p>
        </Can>
      </ActionForm>
    </Card>
  );
}

/** What changes: before and after. */
function Changes({ data }: { data: MasterImport }) {
  const t = useText();
  const f = useFormat();
  const { changes } = data;
  if (!changes) return null;
  return (
    <Card title={t("masters.willChange")} lead={f.number(data.counts.changed)} flush>
      <div className="data-table">
        <Table
          caption={t("masters.willChange")}
          compact
          rows={changes.items.slice(0, SHOWN)}
          rowKey={(row) => `${row.row} ${row.field}`}
          columns={[
            {
              key: "key",
              head: t("masters.row"),
              rowHead: true,
              className: "slot-name",
              cell: (row) => (
                <bdi dir="ltr" className="ms-code">
                  {row.key}
                </bdi>
              ),
            },
            {
              key: "field",
              head: t("masters.fieldName"),
              className: "slot-fact",
              cell: (row) => t(`masters.field.${row.field}`),
            },
            {
              key: "values",
              head: t("masters.beforeAfter"),
              className: "slot-place",
              cell: (row) => (
                <>
                  <del dir="auto">{row.before || "—"}</del> <ins dir="auto">{row.after || "—"}</ins>
                </>
              ),
            },
          ]}
        />
      </div>
      <ul className="ms-counts">
        {changes.by_field.map((field) => (
          <li key={field.field}>
            {t(`masters.field.${field.field}`)} <strong>{f.number(field.count)}</strong>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const SHOWN = 20;

/** The rows that do not fit, and the file of them to be corrected. */
function Errors({ data }: { data: MasterImport }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const why = useWhy();
  if (data.error_count === 0) return null;
  return (
    <Card
      title={t("masters.n.errors")}
      lead={t("masters.errorsOf", { n: f.number(data.error_count), all: f.number(data.rows) })}
      aside={can("create", "Master") && <ErrorsFile id={data.id} />}
      foot={t("masters.errorsFoot")}
      flush
    >
      <div className="data-table">
        <Table
          caption={t("masters.n.errors")}
          compact
          rows={data.errors}
          rowKey={(row, at) => `${row.row} ${at}`}
          columns={[
            {
              key: "row",
              head: t("masters.row"),
              rowHead: true,
              className: "slot-name",
              cell: (row) => t("masters.rowN", { n: f.number(row.row) }),
            },
            {
              key: "field",
              head: t("masters.fieldName"),
              className: "slot-fact",
              cell: (row) => t(`masters.field.${row.field}`),
            },
            {
              key: "value",
              head: t("masters.inFile"),
              className: "slot-fact",
              cell: (row) => (
                <bdi dir="auto" className="ms-code">
                  {row.value || "—"}
                </bdi>
              ),
            },
            {
              key: "why",
              head: t("masters.why"),
              className: "slot-place",
              cell: why,
            },
          ]}
        />
      </div>
    </Card>
  );
}

/** Undoing, as long as it is possible; afterwards what stayed. */
function Undo({ data }: { data: MasterImport }) {
  const t = useText();
  const why = useWhy();
  const f = useFormat();
  return (
    <>
      {data.undo_until && (
        <Card>
          <div className="ms-undo row gap-12 apart">
            <p>
              <strong>{t("masters.undoUntil", { at: f.dateTime(data.undo_until) })}</strong>
              <br />
              <span className="quiet">{t("masters.undoText")}</span>
            </p>
            <Can I="create" a="Master">
              <ActionForm
                call={`/api/v1/masters/imports/${data.id}/undo`}
                page={`/admin/masters/imports/${data.id}`}
                done="undoing"
              >
                <Button type="submit">{t("masters.undo")}</Button>
              </ActionForm>
            </Can>
          </div>
        </Card>
      )}
      {data.left.length > 0 && (
        <Card title={t("masters.left")} lead={f.number(data.retained)}>
          <ul className="ms-list rows">
            {data.left.map((row, at) => (
              <li key={`${row.row} ${at}`}>
                {t("masters.rowN", { n: f.number(row.row) })} {why({ ...row, message: row.reason, params: {} })}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
