/**
 * The bookmarks of one folder, in an order of one's own: by pointer, finger or keys on a row's handle; the arrows of
 * each row do the same without script.
 */
import { useDispatch } from "react-redux";
import { isProblem } from "../../api";
import { SortingHelp } from "../../components/lists/SortableList";
import { useSorting } from "../../components/lists/useSorting";
import { toasts } from "../../components/toasts/list";
import { useText } from "../../lib/i18n";
import type { FormState } from "../../page";
import { bookmarksApi, placed, type Bookmark } from "./api";
import { Row } from "./Row";

/** The list; a row is where it fell at once, and where it was when that is refused. */
export function Rows({ rows, form, label }: { rows: readonly Bookmark[]; form: FormState | null; label: string }) {
  const t = useText();
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const [place, placing] = bookmarksApi.usePlaceMutation();
  const move = async (id: string, to: number) => {
    const [row, target] = [rows.find((row) => row.id === id)!, rows[to]!];
    const seen = dispatch(
      bookmarksApi.util.updateQueryData(
        "bookmarks",
        undefined,
        (page) => void (page.items = placed(page.items, row, target)),
      ),
    ) as { undo: () => void };
    const { error } = await place({ id, revision: row.revision, position: target.position });
    if (!error) return;
    seen.undo();
    toasts.show({
      tone: "bad",
      text: isProblem(error) && error.status === 412 ? t("bookmarks.stale") : t("bookmarks.unmoved"),
    });
  };
  const names = rows.map(({ id, title }) => ({ id, name: `\u2068${title}\u2069` }));
  const { order, held, announcement, help, list, handle } = useSorting({
    items: names,
    disabled: placing.isLoading,
    onMove: (id, to) => void move(id, to),
  });
  const sorted = order.map((id) => rows.find((row) => row.id === id)).filter((row) => row !== undefined);
  return (
    <>
      <ol className="keep-list" aria-label={label} {...list}>
        {sorted.map((row, at) => (
          <Row
            key={row.id}
            row={row}
            before={sorted[at - 1]}
            after={sorted[at + 1]}
            form={form}
            held={held === row.id}
            grip={handle(
              names.find(({ id }) => id === row.id)!,
              at,
            )}
          />
        ))}
      </ol>
      <SortingHelp id={help} announcement={announcement} />
    </>
  );
}
