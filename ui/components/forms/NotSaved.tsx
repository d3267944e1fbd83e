import type { ReactNode } from "react";
import type { Hindered } from "../../hooks/useEditing";
import { useText } from "../../lib/i18n";
import { NO_ANSWER } from "../../lib/problem";
import { PageLink } from "../Link";
import { Notice } from "../states";
import "../controls.css";

/** A field in which two people's versions differ. */
export interface Difference {
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
}

/** Someone else saved first: one's own values beside theirs, and the way to take theirs. */
export function SavedFirst({
  differences,
  to,
  onTheirs,
}: {
  differences: readonly Difference[];
  to: string;
  onTheirs: () => void;
}) {
  const t = useText();
  return (
    <Notice tone="warn" icon="git-branch" focus title={t("controls.savedFirst")}>
      {t("controls.nothingLost")}
      {differences.length > 0 && (
        <table className="differences">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">{t("controls.field")}</span>
              </th>
              <th scope="col">{t("controls.yours")}</th>
              <th scope="col">{t("controls.theirs")}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ label, mine, theirs }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{mine}</td>
                <td>{theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <PageLink
        className="button size-s"
        to={to}
        data-discards=""
        onClick={(event) => {
          event.preventDefault();
          onTheirs();
        }}
      >
        {t("controls.takeTheirs")}
      </PageLink>
    </Notice>
  );
}

/** Why a form was not saved, where no field says so. */
export function NotSaved({
  by: { problem, stale, takeTheirs },
  to,
  differences = [],
}: {
  by: Hindered;
  to: string;
  differences?: readonly Difference[];
}) {
  const t = useText();
  if (stale) return <SavedFirst differences={differences} to={to} onTheirs={takeTheirs} />;
  if (!problem || Object.keys(problem.errors ?? {}).length > 0) return null;
  return (
    <Notice tone="bad" focus title={t("controls.notSaved")}>
      {problem.status === NO_ANSWER ? t("controls.noConnection") : (problem.detail ?? t("controls.wentWrong"))}
    </Notice>
  );
}
