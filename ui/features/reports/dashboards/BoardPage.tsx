/** A dashboard of one's own or a shared one: tiles of reports under its own range. */
import { ActionForm, Button, Empty, LinkButton, Notice, PageHead } from "../../../components";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { FilterBar } from "../shell/FilterBar";
import { argsOf } from "../standard/api";
import { boardsApi, type Board } from "./api";
import type { boardGrammar } from "./query";
import { partName } from "./words";
import "../../../styles/bookmarks.css";

// Words, links and forms, which work as the server wrote them.
const Tiles = later(() => import("./Tiles"), "Tiles");
const Switches = later(() => import("../shell/Switches"), "Switches");
const Opened = later(() => import("./Opened"), "Opened");
const Arrange = later(() => import("./Arrange"), "Arrange");
const Foot = later(() => import("../shell/Foot"), "Foot");
const FirstUse = later(() => import("../shell/ReportStates"), "FirstUse");
const Failed = later(() => import("../shell/ReportStates"), "Failed");

/** The page in each of its states. */
export default function BoardPage() {
  const t = useText();
  const { query, params, here } = usePage<typeof boardGrammar, "id">();
  const { data, error, refetch } = boardsApi.useBoardTilesQuery({ id: params.id, args: argsOf(query) });
  if (!data) return error ? <Failed title={t("boards.title")} error={error} retry={() => void refetch()} /> : null;
  const { dashboard: board } = data;
  if (data.as_of === null) return <FirstUse title={board.name} />;
  return (
    <>
      <PageHead
        title={<bdi>{board.name}</bdi>}
        lead={t(board.own ? (board.shared ? "boards.sharedByYou" : "boards.onlyYou") : "boards.sharedBy", {
          name: `\u2068${board.owner}\u2069`,
        })}
        back={{ to: "/dashboards", label: t("boards.title") }}
        actions={
          <>
            <Switches
              data={{ ...data, cards: [] }}
              hasMarkers={data.tiles.some((tile) => tile.content?.kind === "series")}
            />
            {board.own && (
              <>
                {data.tiles.length > 0 && (
                  <LinkButton to={here({ do: query.do === "arrange" ? undefined : "arrange", removed: undefined })}>
                    {t(query.do === "arrange" ? "boards.arranged" : "boards.arrange")}
                  </LinkButton>
                )}
                <LinkButton to={here({ do: "edit", removed: undefined })}>{t("boards.edit")}</LinkButton>
              </>
            )}
          </>
        }
      />
      <FilterBar data={data} hasGroups />
      {query.removed && board.own && <Undo board={board} />}
      {query.do === "arrange" && board.own && <Arrange data={data} />}
      {data.tiles.length === 0 ? (
        <Empty
          icon="panels-top-left"
          title={t("boards.empty")}
          actions={<LinkButton to="/reports/dashboard">{t("reports.title")}</LinkButton>}
        >
          {t("boards.emptyText")}
        </Empty>
      ) : (
        <Tiles data={data} />
      )}
      <Foot data={{ ...data, cards: [] }} />
      {board.own && <Opened board={board} />}
    </>
  );
}

/** The tile that was just removed, and the way back. */
function Undo({ board }: { board: Board }) {
  const t = useText();
  const { query, here } = usePage<typeof boardGrammar>();
  const [position = "", report = "", figure = "", ...filters] = query.removed.split(" ");
  const values = { position, report, figure, query: filters.join(" ") };
  return (
    <Notice tone="good" title={t("boards.removed", { name: partName(report, figure, t) })}>
      <ActionForm
        call={`/api/v1/dashboards/${board.id}/tiles`}
        page={here()}
        then={here({ removed: undefined })}
        done="restored"
      >
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" size="s">
          {t("boards.undo")}
        </Button>
      </ActionForm>
    </Notice>
  );
}
