import { useRef, type ButtonHTMLAttributes, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { useScripted } from "../../hooks/useScripted";
import { Icon } from "../Icon";
import type { IconName } from "../icons";
import { PageLink } from "../Link";
import { useFloat } from "./useFloat";
import "./floats.css";

interface Props {
  label: string;
  /** With an icon the label is the name only, and not seen. */
  icon?: IconName;
  /** The side of the button the menu is flush with. */
  align?: "start" | "end";
  className?: string;
  onOpen?: () => void;
  children: ReactNode;
}

/** How long letters typed after each other make one word. */
const PAUSE_MS = 600;
const ITEM = ".menu-item:not(:disabled, [aria-disabled=true])";
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Things one can do, behind one button: arrows, first letters, Home and End; Escape and a press elsewhere close it. */
export function ActionMenu({ label, icon, align = "start", className, onOpen, children }: Props) {
  const from = useRef<"first" | "last">("first");
  const typed = useRef({ text: "", at: 0 });
  const items = (panel: Element | null) => [...(panel?.querySelectorAll<HTMLElement>(ITEM) ?? [])];
  const { face, panel, show, hide } = useFloat((opened) => {
    items(opened)
      .at(from.current === "last" ? -1 : 0)
      ?.focus();
    from.current = "first";
    onOpen?.();
  });
  const scripted = useScripted();
  const openBy = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    from.current = step < 0 ? "last" : "first";
    show();
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = items(event.currentTarget);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const step = STEPS[event.key];
    if (event.key === "Tab") return hide();
    let next: HTMLElement | undefined;
    if (step) next = all.at((at + step) % all.length);
    else if (event.key === "Home" || event.key === "End") next = all.at(event.key === "Home" ? 0 : -1);
    else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey)
      next = spelled(all, at, event);
    else return;
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
  };
  const spelled = (all: HTMLElement[], at: number, event: KeyboardEvent) => {
    const text =
      (event.timeStamp - typed.current.at < PAUSE_MS ? typed.current.text : "") + event.key.toLocaleLowerCase();
    typed.current = { text, at: event.timeStamp };
    const begin = text.length > 1 ? at : at + 1;
    return [...all.slice(begin), ...all.slice(0, begin)].find((item) =>
      item.textContent?.trim().toLocaleLowerCase().startsWith(text),
    );
  };
  const chosen = (event: MouseEvent) => {
    if ((event.target as Element).closest(ITEM)) hide();
  };
  return (
    <>
      <button
        type="button"
        {...face}
        className={className ?? (icon ? "icon-button" : "button")}
        aria-haspopup="menu"
        aria-label={icon && label}
        title={icon && label}
        onKeyDown={openBy}
      >
        {icon ? (
          <Icon name={icon} />
        ) : (
          <>
            {label}
            <Icon name="chevron-down" size={14} />
          </>
        )}
      </button>
      {/* Without script this is a panel of links and buttons, reached by Tab; a menu has keys of its own. */}
      <div
        {...panel}
        className={`float at-${align}`}
        role={scripted ? "menu" : undefined}
        aria-label={label}
        tabIndex={-1}
        onKeyDown={move}
        onClick={chosen}
      >
        {children}
      </div>
    </>
  );
}

interface ItemLook {
  icon?: IconName;
  /** A second, quiet line. */
  about?: ReactNode;
  /** The key that does the same. */
  keys?: string;
  danger?: boolean;
  children: ReactNode;
}

function Face({ icon, about, keys, children }: ItemLook) {
  return (
    <>
      {icon && <Icon name={icon} size={16} />}
      <span>
        {children}
        {about && <span className="block small quiet">{about}</span>}
      </span>
      {keys && <kbd aria-hidden="true">{keys}</kbd>}
    </>
  );
}

const itemClass = (danger?: boolean) => (danger ? "menu-item danger" : "menu-item");

/** One thing to do; without `onClick` it sends the form around it. */
export function MenuAction({
  icon,
  about,
  keys,
  danger,
  children,
  ...rest
}: ItemLook & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "about">) {
  const role = useScripted() ? "menuitem" : undefined;
  return (
    <button
      type={rest.onClick ? "button" : "submit"}
      {...rest}
      role={role}
      className={itemClass(danger)}
      aria-keyshortcuts={keys}
    >
      <Face icon={icon} about={about} keys={keys}>
        {children}
      </Face>
    </button>
  );
}

/** One place to go. */
export function MenuPlace({ to, icon, about, keys, danger, children }: ItemLook & { to: string }) {
  const role = useScripted() ? "menuitem" : undefined;
  return (
    <PageLink to={to} role={role} className={itemClass(danger)} aria-keyshortcuts={keys}>
      <Face icon={icon} about={about} keys={keys}>
        {children}
      </Face>
    </PageLink>
  );
}

/** Sets apart what is above from what is below. */
export function MenuLine() {
  return <hr className="menu-line" />;
}
