import type { ComponentProps, KeyboardEvent, PointerEvent, ReactNode } from "react";
import { useText } from "../../lib/i18n";
import { ActionForm } from "../ActionForm";
import { Icon } from "../Icon";
import { moved, useSorting, type Named } from "./useSorting";
import "../controls.css";

/** One row: its id, the name that is said, and what is seen. */
export interface Sortable extends Named {
  body: ReactNode;
}

interface RowsProps {
  label: string;
  items: readonly Sortable[];
  onSort: (order: string[]) => void;
  disabled?: boolean;
}

/** Rows in an order of one's own: by dragging the handle, Alt and arrows on it, or the buttons beside it. */
export function SortableList({
  form,
  ...rows
}: RowsProps & {
  /** Sends the new order, all ids joined by commas, as `order`: how it works without script. */
  form: Omit<ComponentProps<typeof ActionForm>, "children" | "onSubmit">;
}) {
  return (
    <ActionForm {...form} onSubmit={(event) => event.preventDefault()}>
      <SortableRows {...rows} />
    </ActionForm>
  );
}

/** The same within a form that has more than an order: its buttons send all of it. */
export function SortableRows({ label, items, onSort, disabled }: RowsProps) {
  const ids = items.map(({ id }) => id);
  const { order, held, announcement, help, place, list, handle } = useSorting({
    items,
    disabled,
    onMove: (id, to) => onSort(moved(ids, id, to)),
  });
  const sortables = order.map((id) => items.find((item) => item.id === id)).filter((item) => item !== undefined);
  return (
    <>
      <ol className="sortable" aria-label={label} {...list}>
        {sortables.map((item, at) => (
          <li key={item.id} data-id={item.id} data-held={held === item.id || undefined}>
            <Grip {...handle(item, at)} />
            <div className="sortable-body">{item.body}</div>
            <Mover
              icon="arrow-up"
              what={item.name}
              order={moved(ids, item.id, Math.max(0, at - 1))}
              off={disabled || at === 0}
              onMove={() => place(item, at - 1)}
            />
            <Mover
              icon="arrow-down"
              what={item.name}
              order={moved(ids, item.id, at + 1)}
              off={disabled || at === ids.length - 1}
              onMove={() => place(item, at + 1)}
            />
          </li>
        ))}
      </ol>
      <SortingHelp id={help} announcement={announcement} />
    </>
  );
}

/** What a row is held by. */
export function Grip({
  what,
  help,
  disabled,
  ...rest
}: {
  what: string;
  help: string;
  disabled: boolean | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerDown: (event: PointerEvent) => void;
}) {
  const t = useText();
  return (
    <button
      type="button"
      className="grip"
      aria-label={t("controls.grip", { what })}
      aria-describedby={help}
      aria-disabled={disabled || undefined}
      {...rest}
    >
      <Icon name="grip-vertical" size={16} />
    </button>
  );
}

/** What screen readers read of handles, and of the last move. */
export function SortingHelp({ id, announcement }: { id: string; announcement: string }) {
  const t = useText();
  return (
    <>
      <p className="sr" id={id}>
        {t("controls.gripHelp")}
      </p>
      <span className="sr" role="status">
        {announcement}
      </span>
    </>
  );
}

/** One step up or down: it keeps the focus while its row moves, and at the end it says no more than that it is off. */
function Mover({
  icon,
  what,
  order,
  off = false,
  onMove,
}: {
  icon: "arrow-up" | "arrow-down";
  what: string;
  order: string[];
  off?: boolean;
  onMove: () => void;
}) {
  const t = useText();
  const label = t(icon === "arrow-up" ? "controls.moveUp" : "controls.moveDown", { what });
  return (
    <button
      className="icon-button"
      name="order"
      value={order.join(",")}
      aria-label={label}
      title={label}
      aria-disabled={off || undefined}
      onClick={(event) => {
        event.preventDefault();
        if (!off) onMove();
      }}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}
