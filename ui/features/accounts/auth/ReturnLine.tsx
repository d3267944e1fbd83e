import { Icon } from "../../../components";
import { useText } from "../../../lib/i18n";
import { find, useSite } from "../../../page";

/** Tells where signing in leads, by the page's name when it is ours. */
export function ReturnLine({ next }: { next: string | null }) {
  const { pages } = useSite();
  const t = useText();
  if (!next || next === "/") return null;
  const page = find(pages, next)?.page;
  const key = `common.nav.${page?.name}`;
  const name = page ? t(key) : next;
  return (
    <p className="return">
      <Icon name="corner-down-right" size={16} className="mirror" />
      <span>
        <span className="quiet">{t("auth.return")}</span>
        <strong>{name === key ? <bdi>{next}</bdi> : name}</strong>
      </span>
    </p>
  );
}
