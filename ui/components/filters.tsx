/** What a list or a report is narrowed by: chips, and the menus that set them. */
import { type ReactNode } from "react";
import { useText } from "../lib/i18n";
import { PageLink } from "./Link";
import { Icon } from "./Icon";

/** A filter that narrows, and the link that takes it away. */
export function Chip({ label, value, removeTo }: { label?: ReactNode; value: ReactNode; removeTo: string }) {
  const t = useText();
  return (
    <span className="chip tint">
      {label && <span>{label}</span>}
      <strong>{value}</strong>
      <PageLink
        to={removeTo}
        className="chip-x"
        aria-label={t("common.remove", { what: [label, value].filter((v) => typeof v === "string").join(" ") })}
      >
        <Icon name="x" size={14} />
      </PageLink>
    </span>
  );
}

/** A filter chip that opens a panel; works without script. */
export function FilterMenu({
  label,
  value,
  tint,
  name = "filters",
  children,
}: {
  label: ReactNode;
  value: ReactNode;
  tint?: boolean;
  name?: string;
  children: ReactNode;
}) {
  return (
    <details className="menu filter-menu" name={name}>
      <summary className={tint ? "chip tint" : "chip"}>
        <span>{label}</span>
        <strong>{value}</strong>
        <Icon name="chevron-down" size={14} />
      </summary>
      <div className="menu-panel">{children}</div>
    </details>
  );
}

/** The dashed chip that adds a filter. */
export function AddChip({
  label,
  children,
  name = "filters",
}: {
  label?: ReactNode;
  children: ReactNode;
  name?: string;
}) {
  const t = useText();
  return (
    <details className="menu filter-menu" name={name}>
      <summary className="chip add">
        <Icon name="plus" size={14} />
        <span>{label ?? t("common.filter")}</span>
      </summary>
      <div className="menu-panel">{children}</div>
    </details>
  );
}
