/** The tiles of a dashboard as a list: each to another place, or out. */
import type { ComponentProps } from "react";
import { isProblem } from "../../../api";
import { ActionForm, Card, Icon, type IconName } from "../../../components";
import { Grip, SortingHelp } from "../../../components/lists/SortableList";
import { moved, useSorting } from "../../../components/lists/useSorting";
import { toasts } from "../../../components/toasts/list";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { boardsApi, type Tile, type Tiles } from "./api";
import type { boardGrammar } from "./query";
import { reportName, tileName } from "./words";
import { conditionTexts } from "../filters/conditions";

/** The list: by pointer, finger or keys on a row's handle; the arrows of each row do the same without script. */
export function Arrange({ data }: { data: Tiles }) {
  const t = useText();
  const [arrange, { isLoading }] = boardsApi.useArrangeBoardMutation();
  const { dashboard: board, tiles } = data;
  const names = tiles.map((tile, place) => ({ id: String(place + 1), name: tileName(tile, t) }));
  const ids = names.map(({ id }) => id);
  const move = async (id: string, to: number) => {
    const { error } = await arrange({ id: board.id, revision: board.revision, order: moved(ids, id, to).map(Number) });
    if (error)
      toasts.show({
        tone: "bad",
        text: t(isProblem(error) && error.status === 412 ? "controls.staleForm" : "controls.notSaved"),
      });
  };
  const { order, held, announcement, help, list, handle } = useSorting({
    items: names,
    disabled: isLoading,
    onMove: (id, to) => void move(id, to),
  });
  return (
    <Card title={t("boards.arrange")} flush>
      <ol className="keep-list" aria-label={t("boards.tiles")} {...list}>
        {order.map((id, at) => {
          const item = names.find((name) => name.id === id)!;
          return (
            <Row
              key={id}
              item={item}
              tile={tiles[Number(id) - 1]!}
              at={at}
              ids={ids}
              board={board}
              held={held === id}
              grip={handle(item, at)}
            />
          );
        })}
      </ol>
      <SortingHelp id={help} announcement={announcement} />
    </Card>
  );
}

interface RowProps {
  item: { id: string; name: string };
  tile: Tile;
  at: number;
  ids: string[];
  board: Tiles["dashboard"];
  held: boolean;
  grip: ComponentProps<typeof Grip>;
}

/** One tile with what can be done to it. */
function Row({ item, tile, at, ids, board, held, grip }: RowProps) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof boardGrammar>();
  const name = `\u2068${item.name}\u2069`;
  const page = here({ removed: undefined });
  const gone = [at + 1, tile.report, tile.figure, tile.query].join(" ");
  const common = { board, page };
  return (
    <li data-id={item.id} data-held={held || undefined}>
      <div className="keep">
        <Grip {...grip} />
        <span className="keep-name grow breaks">
          <span>{item.name}</span>
          <small className="ellipsis">
            {[
              reportName(tile.report, t),
              tile.frame && f.range(tile.frame.filters.from, tile.frame.filters.to),
              ...conditionTexts(tile.conditions),
            ]
              .filter(Boolean)
              .join(" · ")}
          </small>
        </span>
        <span className="keep-do">
          {at > 0 && (
            <Order {...common} order={moved(ids, item.id, at - 1)} icon="arrow-up" label={t("boards.up", { name })} />
          )}
          {at < ids.length - 1 && (
            <Order
              {...common}
              order={moved(ids, item.id, at + 1)}
              icon="arrow-down"
              label={t("boards.down", { name })}
            />
          )}
          <Order
            {...common}
            order={ids.filter((id) => id !== item.id)}
            then={here({ removed: gone })}
            icon="x"
            label={t("boards.remove", { name })}
          />
        </span>
      </div>
    </li>
  );
}

/** A button that puts the tiles in an order; those it leaves out are removed. */
function Order({
  board,
  order,
  page,
  then,
  icon,
  label,
}: {
  board: Tiles["dashboard"];
  order: string[];
  page: string;
  then?: string;
  icon: IconName;
  label: string;
}) {
  return (
    <ActionForm
      call={`/api/v1/dashboards/${board.id}`}
      method="PATCH"
      page={page}
      then={then}
      revision={String(board.revision)}
    >
      <button className="icon-button" name="order" value={order.join(",")} aria-label={label} title={label}>
        <Icon name={icon} size={16} />
      </button>
    </ActionForm>
  );
}
