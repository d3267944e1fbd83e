/** Adding a figure to a dashboard: to one of one's own, or to a new one. */
import { ActionForm, Button, Card, PageHead, Trouble } from "../../../components";
import { Field } from "../../../components/fields";
import { Refusal } from "../../../components/forms/Refusal";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { boardsApi, MOST_TILES, type Board } from "./api";
import type { addGrammar } from "./query";
import { partName, reportName } from "./words";
import "../figures/figures.css";

const PARTS = ["report", "figure", "query"] as const;

/** The page. */
export default function AddPage() {
  const t = useText();
  const { query, here } = usePage<typeof addGrammar>();
  const result = boardsApi.useBoardsQuery(1);
  const own = result.data?.items.filter((board) => board.own) ?? [];
  return (
    <>
      <PageHead
        title={t("boards.add")}
        lead={`${reportName(query.report, t)} · ${partName(query.report, query.figure, t)}`}
        back={{ to: "/dashboards", label: t("boards.title") }}
      />
      <div className="stack">
        <Trouble of={result} />
        {own.length > 0 && (
          <Card title={t("boards.choose")}>
            <ul className="stack">
              {own.map((board) => (
                <li key={board.id}>
                  <Into board={board} />
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card title={t("boards.new")}>
          <ActionForm call="/api/v1/dashboards" page={here()} then="/dashboards/{id}" done="created" className="stack">
            <Refusal fields={["tiles"]} />
            {PARTS.map((name) => (
              <input key={name} type="hidden" name={`tiles.0.${name}`} value={query[name]} />
            ))}
            <Field label={t("boards.name")} name="name" required maxLength={60} autoComplete="off" dir="auto" />
            <p>
              <Button type="submit" variant={own.length > 0 ? "plain" : "primary"}>
                {t("boards.createWith")}
              </Button>
            </p>
          </ActionForm>
        </Card>
      </div>
    </>
  );
}

/** The button that adds it to a dashboard; a full one says so. */
function Into({ board }: { board: Board }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof addGrammar>();
  const call = `/api/v1/dashboards/${board.id}/tiles`;
  const size = `${f.number(board.tiles.length)}/${f.number(MOST_TILES)}`;
  if (board.tiles.length >= MOST_TILES)
    return (
      <p className="quiet">
        <bdi>{board.name}</bdi> {size} {t("boards.full")}
      </p>
    );
  return (
    <ActionForm call={call} page={here()} then={`/dashboards/${board.id}`} done="added" className="own-into">
      <Refusal fields={PARTS} />
      {PARTS.map((name) => (
        <input key={name} type="hidden" name={name} value={query[name]} />
      ))}
      <Button type="submit" icon="plus">
        <bdi>{board.name}</bdi> <span className="quiet">{size}</span>
      </Button>
    </ActionForm>
  );
}
