/** When a rule would have fired in the past year. */
import { Table } from "../../../components/Table";
import { figureText } from "../../../lib/format";
import { useFormat, useText } from "../../../lib/i18n";
import type { Trial } from "./api";

/** How often it would have fired, and for which windows, at most so many. */
export function TrialResult({ trial, most }: { trial: Trial; most?: number }) {
  const t = useText();
  const f = useFormat();
  const value = (number: number | null) => (number === null ? "—" : figureText(number, trial.unit, trial.currency, f));
  return (
    <>
      <p>
        <b>{t("alerts.would", { n: trial.fires })}</b>{" "}
        {trial.from && trial.to && (
          <span className="quiet">
            {t("alerts.judged", { n: trial.windows, range: f.range(trial.from, trial.to) })}
          </span>
        )}
      </p>
      {trial.items.length > 0 && (
        <Table
          caption={t("alerts.try")}
          rows={trial.items.slice(0, most)}
          rowKey={(row) => row.start}
          columns={[
            { key: "start", head: t("alerts.when"), rowHead: true, cell: (row) => f.dateTime(row.start) },
            { key: "value", head: t("alerts.value"), numeric: true, cell: (row) => value(row.value) },
            { key: "before", head: t("alerts.before"), numeric: true, cell: (row) => value(row.before) },
            { key: "n", head: t("alerts.n"), numeric: true, cell: (row) => f.number(row.n) },
          ]}
        />
      )}
    </>
  );
}
