import { useEffect, useRef, type ReactNode } from "react";
import { useFormat } from "../lib/i18n";
import { PageLink } from "./Link";
import { Icon } from "./Icon";
import type { IconName } from "./icons";

interface Item {
  label: ReactNode;
  to: string;
  current: boolean;
  count?: number | string | undefined;
}

/** Views of the same thing, as links. */
export function Tabs({ label, items }: { label: string; items: readonly Item[] }) {
  const f = useFormat();
  const nav = useRef<HTMLElement>(null);
  const chosen = items.findIndex(({ current }) => current);
  useEffect(() => {
    const [all, own] = [nav.current, nav.current?.querySelector("[aria-current]")].map((element) =>
      element?.getBoundingClientRect(),
    );
    if (all && own) nav.current!.scrollBy({ left: own.x + own.width / 2 - all.x - all.width / 2 });
  }, [chosen]);
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {items.map((item) => (
        <PageLink key={item.to} to={item.to} aria-current={item.current ? "page" : undefined}>
          {item.label}
          {item.count !== undefined && (
            <span className="count">{typeof item.count === "number" ? f.number(item.count) : item.count}</span>
          )}
        </PageLink>
      ))}
    </nav>
  );
}

/** One of a few, as links in one frame. */
export function Segments({ label, items }: { label: string; items: readonly Item[] }) {
  return (
    <nav className="segments" aria-label={label}>
      {items.map((item) => (
        <PageLink key={item.to} to={item.to} aria-current={item.current ? "true" : undefined}>
          {item.label}
        </PageLink>
      ))}
    </nav>
  );
}

/** A named menu of links and small forms; works without script. */
export function Menu({
  label,
  icon,
  children,
  align = "end",
  hideLabel = false,
  face,
}: {
  label: string;
  icon?: IconName;
  children: ReactNode;
  align?: "start" | "end";
  hideLabel?: boolean;
  face?: ReactNode;
}) {
  return (
    <details className={`menu at-${align}`} name="menus">
      <summary
        className="menu-face"
        // Where it is narrow a sheet may hide the text.
        aria-label={face && !hideLabel ? undefined : label}
        data-tip={hideLabel ? label : undefined}
      >
        {face ? (
          <>
            {face}
            {!hideLabel && <span className="sr">{label}</span>}
          </>
        ) : (
          <>
            {icon && <Icon name={icon} />}
            {!hideLabel && (
              <>
                <span>{label}</span>
                <Icon name="chevron-down" size={14} />
              </>
            )}
          </>
        )}
      </summary>
      <div className="menu-panel">{children}</div>
    </details>
  );
}

/** One line of a menu. */
export function MenuLink({
  current,
  icon,
  children,
  ...link
}: {
  to: string;
  current?: boolean;
  icon?: IconName;
  children: ReactNode;
  lang?: string;
  dir?: string;
  replace?: boolean;
}) {
  return (
    <PageLink {...link} className="menu-item" aria-current={current ? "true" : undefined}>
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
      {current && <Icon name="check" size={16} />}
    </PageLink>
  );
}
