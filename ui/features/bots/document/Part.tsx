/** A part of a form. */
import type { ReactNode } from "react";

/** A part of the form under its own heading. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="fl-part">
      <div className="fl-part-head">
        <h3>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
