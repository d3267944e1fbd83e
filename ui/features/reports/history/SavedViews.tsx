/** Saved views of the list: tabs that open them. */
import { LinkButton, Tabs } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { usePage } from "../../../page";
import { conversationsApi } from "./api";
import { TO_REVIEW, type listGrammar } from "./query";

const LIST = "/reports/conversations";

/** So many are counted: that many mean there are more. */
const MOST = 100;

/** A query as it is compared: in whichever order and spelling. */
function normal(query: string): string {
  const pairs = new URLSearchParams(query);
  pairs.delete("hl");
  pairs.sort();
  return pairs.toString();
}

/** All conversations, those to review, and the views one has; then the page that saves and changes them. */
export function SavedViews({ total }: { total: number }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof listGrammar>();
  const { data } = conversationsApi.useSavedViewsQuery(null);
  const { data: counts } = conversationsApi.useViewCountsQuery(null);
  if (!data) return null;
  const pairs = new URLSearchParams(here({ page: undefined, add: undefined, find: undefined }).split("?")[1]);
  pairs.delete("hl");
  const present = pairs.toString();
  const review = here({ f: TO_REVIEW, engaged: true, r: "all", cols: query.cols }, { reset: true });
  const isView = (to: string) => normal(to.split("?")[1] ?? "") === normal(present);
  const tab = (id: string, label: string, to: string) => {
    const current = isView(to);
    const n = counts?.items.find((item) => item.id === id)?.count ?? undefined;
    // Others are counted as far as it is cheap; the list that is open says its whole number.
    return { label, to, current, count: current ? total : n === MOST ? `${f.number(MOST - 1)}+` : n };
  };
  const manage = path("/reports/saved-views", { query: present });
  return (
    <div className="sv">
      <Tabs
        label={t("views.title")}
        items={[
          { label: t("views.all"), to: LIST, current: isView(LIST) },
          tab("review", t("views.toReview"), review),
          ...data.items.map((view) => tab(view.id, view.name, view.link)),
        ]}
      />
      {present && (
        <LinkButton to={manage} size="s" icon="plus">
          {t("views.save")}
        </LinkButton>
      )}
      {data.items.some((view) => view.own) && (
        <LinkButton to={manage} size="s" variant="quiet">
          {t("views.edit")}
        </LinkButton>
      )}
    </div>
  );
}
