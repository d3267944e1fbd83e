/** All code lists: what each is for, how many entries it has, and where it is edited. */
import { Card, Icon, PageHead, PageLink, Trouble, type IconName } from "../../components";
import { useFormat, useText } from "../../lib/i18n";
import { referenceApi } from "./api";
import { ICONS } from "./types";
import "./reference.css";

/** The page. */
export default function OverviewPage() {
  const t = useText();
  const f = useFormat();
  const lists = referenceApi.useListsQuery();
  return (
    <>
      <PageHead title={t("reference.title")} lead={t("reference.lead")} />
      <div className="stack">
        <Trouble of={lists} />
        <Card flush title={t("reference.figures")}>
          <ul className="rf-overview">
            <Further to="/admin/reference/metrics" icon="chart-column" name="metrics" />
          </ul>
        </Card>
        {lists.data && (
          <Card flush title={t("reference.lists")}>
            <ul className="rf-overview">
              {lists.data.items.map(({ list, total, active, kept_at }) => (
                <li key={list}>
                  <Icon name={ICONS[list]} size={18} />
                  <div>
                    <PageLink to={`/admin/reference/${list}`}>{t(`reference.list.${list}`)}</PageLink>
                    <p className="small quiet">{t(`reference.about.${list}`) /* i18n: reference.about.* */}</p>
                  </div>
                  <span className="rf-figures">
                    <strong>{t("reference.count", { n: total })}</strong>
                    <span className="small quiet">
                      {kept_at
                        ? t("reference.keptElsewhere")
                        : total > active
                          ? t("reference.inactiveCount", { n: total - active, count: f.number(total - active) })
                          : ""}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card flush title={t("reference.texts")}>
          <ul className="rf-overview">
            <Further to="/admin/reference/snippets" icon="file-text" name="snippets" />
            <Further to="/admin/reference/api" icon="code" name="api" />
            <Further to="/admin/reference/webhooks" icon="zap" name="webhooks" />
          </ul>
        </Card>
      </div>
    </>
  );
}

/** A page beside the lists. */
function Further({ to, icon, name }: { to: string; icon: IconName; name: string }) {
  const t = useText();
  return (
    <li>
      <Icon name={icon} size={18} />
      <div>
        <PageLink to={to}>{t(`reference.${name}`) /* i18n: reference.metrics */}</PageLink>
        <p className="small quiet">{t(`reference.about.${name}`)}</p>
      </div>
    </li>
  );
}
