import type { ReactNode } from "react";
import { Icon } from "../Icon";
import "../controls.css";

/** Parts that open where they stand, each by itself: what is compared must not close by opening another. */
export function Accordion({
  items,
  level = 3,
}: {
  items: readonly { id: string; title: ReactNode; about?: ReactNode; open?: boolean; body: ReactNode }[];
  level?: 3 | 4;
}) {
  const Heading = level === 3 ? "h3" : "h4";
  return (
    <div className="accordion">
      {items.map(({ id, title, about, open, body }) => (
        <details key={id} id={id} open={open}>
          <summary>
            <Heading>{title}</Heading>
            {about && <span className="small quiet">{about}</span>}
            <Icon name="chevron-down" size={16} />
          </summary>
          <div className="accordion-body">{body}</div>
        </details>
      ))}
    </div>
  );
}
