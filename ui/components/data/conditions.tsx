/** What is in the way of an answer, besides the failures of `states.tsx`: waiting, age, limits, others. */
import type { ReactNode } from "react";
import { useText } from "../../lib/i18n";
import { Progress } from "../Card";
import { Empty, Notice } from "../states";
import "./data.css";

/** The first answer is on its way: what is being done, and how long it usually takes. The bar waits 300 ms. */
export function Waiting({ title, note }: { title: string; note?: ReactNode }) {
  return (
    <div className="waiting" aria-busy="true">
      <Progress label={title} />
      <p aria-hidden="true">{title}</p>
      {note && <small>{note}</small>}
    </div>
  );
}

/** Newer figures are on their way; the old ones stay and say their age. */
export function Refreshing({ note, busy = true, children }: { note: ReactNode; busy?: boolean; children: ReactNode }) {
  return (
    <div className="refreshing" aria-busy={busy}>
      {busy ? <Progress /> : <div className="progress-room" />}
      <div>
        {children}
        <small>{note}</small>
      </div>
    </div>
  );
}

/** Part of what was asked for is outside the reader's scope: how much is shown. */
export function Clipped({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <Notice tone="info" icon="scissors" title={title}>
      {children}
    </Notice>
  );
}

/** The reader may not open this: who can change it, and what may be opened instead. */
export function NoAccess({
  title,
  actions,
  children,
}: {
  title: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Empty icon="lock" title={title} actions={actions}>
      {children}
    </Empty>
  );
}

/** A field both sides have changed. */
export interface Clash {
  key: string;
  label: ReactNode;
  mine: ReactNode;
  theirs: ReactNode;
}

/** Someone else saved first: both values of every field that differs, and the choice; neither is lost. */
export function Conflict({
  title,
  clashes,
  actions,
}: {
  title: ReactNode;
  clashes: readonly Clash[];
  actions: ReactNode;
}) {
  const t = useText();
  return (
    <div className="conflict">
      <Notice tone="warn" icon="merge" title={title} />
      {clashes.map((clash) => (
        <dl key={clash.key} className="facts" aria-label={typeof clash.label === "string" ? clash.label : undefined}>
          {clashes.length > 1 && (
            <div className="conflict-field">
              <dt>{clash.label}</dt>
            </div>
          )}
          <div>
            <dt>{t("data.yours")}</dt>
            <dd>
              <bdi>{clash.mine}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t("data.theirs")}</dt>
            <dd>
              <bdi>{clash.theirs}</bdi>
            </dd>
          </div>
        </dl>
      ))}
      <div className="row">{actions}</div>
    </div>
  );
}
