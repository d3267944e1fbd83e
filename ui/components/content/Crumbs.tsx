import { useText } from "../../lib/i18n";
import type { Step } from "../../page/breadcrumbs";
import { PageLink } from "../Link";
import "./content.css";

/** The way to a page; its last step is the page itself. */
export function Crumbs({ steps }: { steps: readonly Step[] }) {
  const t = useText();
  return (
    <nav className="crumbs" aria-label={t("common.way")}>
      <ol>
        {steps.map(([name, to], index) => (
          <li key={to}>
            {index < steps.length - 1 ? (
              <PageLink to={to}>
                <bdi>{name}</bdi>
              </PageLink>
            ) : (
              <bdi aria-current="page">{name}</bdi>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
