import type { ReactNode } from "react";
import { Card } from "../../../components";
import { useText } from "../../../lib/i18n";

/** A refused field asks for the focus; here many are refused at once, and none of them has just been. */
export const CALM = { autoFocus: false };

/** A card with one component in its states. */
export function Shelf({ title, children, wide = false }: { title: string; children: ReactNode; wide?: boolean }) {
  return (
    <Card title={title} className={wide ? "col-12" : "col-6"}>
      <div className="shelf">{children}</div>
    </Card>
  );
}

/** One state, named above what it looks like. */
export function State({
  name,
  children,
}: {
  name: "rest" | "hover" | "focus" | "active" | "disabled" | "invalid" | "busy" | "empty";
  children: ReactNode;
}) {
  const t = useText();
  // i18n: design.state.*
  return (
    <div className="shelf-state">
      <span className="small quiet">{t(`design.state.${name}`)}</span>
      <div className={`is-${name}`}>{children}</div>
    </div>
  );
}
