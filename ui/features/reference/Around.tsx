/** What is beside every page of reference: the lists with how many entries each has. */
import type { ReactNode } from "react";
import { Icon, PageLink, type IconName } from "../../components";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { referenceApi } from "./api";
import { ICONS } from "./types";

/** The list of lists, and a page beside it. */
export function Around({ children }: { children: ReactNode }) {
  const t = useText();
  const { data } = referenceApi.useListsQuery();
  return (
    <div className="rf">
      <nav className="rf-lists" aria-label={t("reference.title")}>
        <Group title={t("reference.figures")}>
          <Place to="/admin/reference/metrics" icon="chart-column">
            {t("reference.metrics")}
          </Place>
        </Group>
        <Group title={t("reference.lists")}>
          {data?.items.map(({ list, total }) => (
            <Place key={list} to={`/admin/reference/${list}`} icon={ICONS[list]} count={total}>
              {t(`reference.list.${list}`)}
            </Place>
          ))}
        </Group>
        <Group title={t("reference.texts")}>
          <Place to="/admin/reference/snippets" icon="file-text">
            {t("reference.snippets")}
          </Place>
          <Place to="/admin/reference/api" icon="code">
            {t("reference.api")}
          </Place>
          <Place to="/admin/reference/webhooks" icon="zap">
            {t("reference.webhooks")}
          </Place>
        </Group>
      </nav>
      <div className="rf-main">{children}</div>
    </div>
  );
}

/** Places under a name. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p>{title}</p>
      <ul>{children}</ul>
    </>
  );
}

/** A link to a list. */
function Place({ to, icon, count, children }: { to: string; icon: IconName; count?: number; children: ReactNode }) {
  const f = useFormat();
  const { url } = usePage();
  return (
    <li>
      <PageLink to={to} aria-current={url.split(/[?#]/, 1)[0] === to ? "page" : undefined}>
        <Icon name={icon} size={16} />
        <span>{children}</span>
        {count !== undefined && <span className="num">{f.number(count)}</span>}
      </PageLink>
    </li>
  );
}
