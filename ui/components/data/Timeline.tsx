/** What happened, newest or oldest first as given, along one line. */
import type { ReactNode } from "react";
import { useFormat } from "../../lib/i18n";
import { Icon } from "../Icon";
import type { IconName } from "../icons";
import "./data.css";

/** One thing that happened. */
export interface Happening {
  key: string;
  at: string;
  title: ReactNode;
  body?: ReactNode;
  icon?: IconName;
  tone?: "good" | "warn" | "bad" | "acc" | "quiet";
}

/** The happenings with their times. */
export function Timeline({ label, items, zone }: { label: string; items: readonly Happening[]; zone?: string }) {
  const f = useFormat();
  return (
    <ol className="timeline" aria-label={label}>
      {items.map((item) => (
        <li key={item.key}>
          <span className={`timeline-mark ${item.tone ?? "quiet"}`}>
            {item.icon && <Icon name={item.icon} size={14} />}
          </span>
          <div>
            <p>
              <strong>{item.title}</strong> <time dateTime={item.at}>{f.dateTime(item.at, zone)}</time>
            </p>
            {item.body && <p className="quiet">{item.body}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
