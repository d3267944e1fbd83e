/** The rows of a file that do not fit, as a form: values are corrected in place, or a row is left out. */
import { ActionForm, Button, Card, Notice, Tabs, Trouble } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { Checkbox, Field } from "../../../components/fields";
import { Guarded } from "../../../components/forms/Guarded";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { masterImportsApi } from "./api";
import { ErrorsFile } from "./ErrorsFile";
import { Known } from "./Known";
import { listOf, OFFERED, offeredIn } from "./offered";
import type { masterImportGrammar } from "./query";
import { EDITABLE, type MasterCell, type MasterImport, type MasterRow } from "./types";
import { useWhy } from "./why";

/** The card with the form. */
export function Corrections({ data }: { data: MasterImport }) {
  const t = useText();
  const { query, here } = usePage<typeof masterImportGrammar>();
  const result = masterImportsApi.useMasterRowsQuery({ id: data.id, state: query.rows, page: query.page });
  const call = `/api/v1/masters/imports/${data.id}/rows`;
  const own = useOwnForm(call);
  const rows = result.data;
  return (
    <Card title={t("masters.fix.title")} aside={<ErrorsFile id={data.id} />}>
      <div className="stack" id="rows">
        <Tabs
          label={t("masters.fix.which")}
          items={EDITABLE.filter((state) => state !== "fits" || data.state === "ready").map((state) => ({
            label: t(`masters.fix.${state}`) /* i18n: masters.fix.* */,
            count: data.row_counts[state],
            to: here({ rows: state, page: undefined }),
            current: query.rows === state,
          }))}
        />
        {own.refused && (
          <Notice tone="bad" focus title={t("controls.notSaved")}>
            {own.code === "stale"
              ? t("controls.staleForm")
              : (own.failed ?? Object.values(own.errors).flat().join(" "))}
          </Notice>
        )}
        <Trouble of={result} />
        {rows?.total === 0 && (
          <p className="quiet">{t(`masters.fix.none.${query.rows}`) /* i18n: masters.fix.none.* */}</p>
        )}
        {rows && rows.total > 0 && (
          <Guarded refused={own.refused} className="stack">
            <p className="quiet">{t(data.state === "done" ? "masters.fix.done" : "masters.fix.ready")}</p>
            <ActionForm
              call={call}
              method="PATCH"
              page={here()}
              then={here({ page: undefined })}
              done="saved"
              revision={String(data.revision)}
              className="ms-correct rows gap-16"
            >
              <Known fields={offeredIn(rows)} />
              {rows.items.map((row, at) => (
                <Row key={row.row} row={row} at={at} typed={typedFor(row.row, own.values)} />
              ))}
              <p>
                <Button type="submit" variant={data.state === "done" ? "primary" : "plain"}>
                  {t("masters.fix.save")}
                </Button>
              </p>
            </ActionForm>
            {rows.total > rows.per && <Pagination of={rows} to={(page) => here({ page })} />}
          </Guarded>
        )}
        {data.error_count > data.row_counts.open && (
          <p className="quiet small">{t("masters.fix.more", { n: data.row_counts.open })}</p>
        )}
      </div>
    </Card>
  );
}

/** What was typed for a row in a form that was refused: it may stand at another place by now. */
function typedFor(row: number, values: Readonly<Record<string, string>>): (name: string) => string | undefined {
  const place = Object.keys(values).find((name) => /^rows\.\d+\.row$/.test(name) && values[name] === String(row));
  const head = place?.replace(/row$/, "");
  return (name) => (head === undefined ? undefined : values[`${head}${name}`]);
}

/** One row: what is wrong is open, what is right is folded. */
function Row({ row, at, typed }: { row: MasterRow; at: number; typed: (name: string) => string | undefined }) {
  const t = useText();
  const f = useFormat();
  const [first] = row.cells;
  const wrong = row.cells.filter((cell) => cell.message);
  const right = row.cells.filter((cell) => !cell.message);
  const head = `rows.${at}.`;
  const inputs = (cells: readonly MasterCell[]) =>
    cells.map((cell) => (
      <Cell key={cell.field} cell={cell} name={`${head}cells.${cell.field}`} typed={typed(`cells.${cell.field}`)} />
    ));
  return (
    <div className="ms-row" role="group" aria-labelledby={`row-${row.row}`}>
      <h3 id={`row-${row.row}`}>
        {t("masters.rowN", { n: f.number(row.row) })}
        <bdi dir="ltr" className="ms-code quiet block">
          {first?.value}
        </bdi>
      </h3>
      <div className="ms-cells">
        <input type="hidden" name={`${head}row`} value={row.row} />
        {inputs(wrong)}
        {right.length > 0 && (
          <details>
            <summary>{t("masters.fix.others", { n: right.length })}</summary>
            <div className="ms-cells">{inputs(right)}</div>
          </details>
        )}
      </div>
      <Checkbox
        label={t("masters.fix.skip")}
        name={`${head}skip`}
        value="1"
        defaultChecked={typed("row") === undefined ? row.state === "skipped" : typed("skip") === "1"}
      />
    </div>
  );
}

// The file is what is wrong, and nothing that was typed: the page begins at its top.
const UNFOCUSED = { autoFocus: false };

/** One value. */
function Cell({ cell, name, typed }: { cell: MasterCell; name: string; typed: string | undefined }) {
  const t = useText();
  const why = useWhy();
  return (
    <Field
      label={t(`masters.field.${cell.field}`)}
      name={name}
      type="text"
      dir="auto"
      maxLength={2000}
      autoComplete="off"
      {...UNFOCUSED}
      {...(cell.message && OFFERED.includes(cell.field) && { list: listOf(cell.field) })}
      defaultValue={typed ?? cell.value}
      error={cell.message ? why(cell) : undefined}
      help={cell.value !== cell.file && t("masters.fix.inFile", { value: cell.file || "—" })}
    />
  );
}
