import type { ReactNode } from "react";
import { useText } from "../lib/i18n";
import { PageLink } from "./Link";
import { Icon } from "./Icon";
import { Region } from "./Region";

interface CardProps {
  title?: ReactNode;
  /** Beside the title, quiet. */
  lead?: ReactNode;
  /** At the end of the head. */
  aside?: ReactNode;
  foot?: ReactNode;
  level?: 2 | 3;
  id?: string;
  className?: string;
  /** Without padding, for tables and lists. */
  flush?: boolean;
  children?: ReactNode;
}

/** A part of a page that could be opened or printed alone. */
export function Card({ title, lead, aside, foot, level = 2, id, className, flush, children }: CardProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className={`card ${className ?? ""}`} id={id}>
      {(title || aside) && (
        <header className="card-head">
          {title && <Heading>{title}</Heading>}
          {lead && <span className="quiet">{lead}</span>}
          {aside && <div className="card-aside">{aside}</div>}
        </header>
      )}
      <div className={flush ? "card-flush" : "card-body"}>
        <Region>{children}</Region>
      </div>
      {foot && <footer className="card-foot">{foot}</footer>}
    </section>
  );
}

/** The title row of a page. */
export function PageHead({
  title,
  lead,
  back,
  actions,
  marks,
}: {
  title: ReactNode;
  lead?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
  marks?: ReactNode;
}) {
  return (
    <header className="page-head">
      <div className="page-title">
        {back && (
          <PageLink to={back.to} className="back">
            <Icon name="arrow-left" size={16} />
            {back.label}
          </PageLink>
        )}
        <h1>{title}</h1>
        {marks}
        {lead && <span className="quiet">{lead}</span>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  );
}

const TINTS = 5;

/** Initials on one of five tints, or the picture when there is one. */
export function Avatar({ name, src, size = 28 }: { name: string; src?: string; size?: 20 | 28 | 32 | 72 | 96 }) {
  const initials = name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => [...part][0])
    .join("")
    .toLocaleUpperCase("en");
  const tint = [...name].reduce((sum, c) => sum + (c.codePointAt(0) ?? 0), 0) % TINTS;
  // Pages load pictures of ours alone; a client may have stored any other address.
  if (src && /^\/\w/.test(src))
    return <img className={`avatar size-${size}`} src={src} alt="" width={size} height={size} />;
  return (
    <span className={`avatar tint-${tint} size-${size}`} aria-hidden="true">
      {initials}
    </span>
  );
}

/** The name of a state. */
export function Pill({
  tone = "quiet",
  children,
}: {
  tone?: "good" | "warn" | "bad" | "acc" | "quiet";
  children: ReactNode;
}) {
  return <span className={`pill ${tone}`}>{children}</span>;
}

/** A line for screen readers that a fetch is under way, and the thin bar. */
export function Progress({ label }: { label?: string }) {
  const t = useText();
  return (
    <div className="progress" role="status">
      <span className="sr">{label ?? t("common.loading")}</span>
    </div>
  );
}
