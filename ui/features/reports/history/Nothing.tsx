/** An empty list of conversations: there are none at all, or none under these filters. */
import { Can, Empty, LinkButton } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { activeFilters, conditionLabel } from "./filters";
import type { listGrammar } from "./query";
import type { ConversationPage } from "./types";

/** What the page shows instead of rows; where one filter keeps the list empty, it is the one to remove. */
export function Nothing({ data }: { data: ConversationPage }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof listGrammar>();
  const active = activeFilters(query, data.options, t, f, data.intent_title);
  const { removes_most: most } = data;
  const filter = active.find(({ key }) => key === most?.key) ?? active.at(-1);
  const condition =
    data.conditions.find(({ f }) => f === most?.f) ?? (active.length ? undefined : data.conditions.at(-1));
  const last = condition
    ? {
        name: [conditionLabel(condition, t), ...condition.values].join(" "),
        to: here({ f: query.f.filter((clause) => clause !== condition.f), page: undefined }),
      }
    : filter && { name: `${filter.label} ${filter.value}`, to: here({ [filter.key]: undefined, page: undefined }) };
  if (data.as_of === null) {
    return (
      <Empty
        icon="messages-square"
        title={t("conversations.emptyTitle")}
        actions={
          <Can I="create" a="Import">
            <LinkButton to="/admin/import" variant="primary" icon="upload">
              {t("conversations.emptyAction")}
            </LinkButton>
          </Can>
        }
      >
        {t("conversations.emptyText")}
      </Empty>
    );
  }
  return (
    <Empty
      icon="filter"
      title={t("conversations.noneTitle")}
      actions={
        <>
          {last ? (
            <LinkButton to={last.to}>
              {most
                ? t("conversations.withoutOne", { name: last.name, n: most.count })
                : t("conversations.removeOne", { name: last.name })}
            </LinkButton>
          ) : (
            <>
              {/^last_\d+_days$/.test(query.r) && !query.today && (
                <LinkButton to={here({ today: true, page: undefined })}>{t("conversations.showToday")}</LinkButton>
              )}
              <LinkButton to={here({ r: "all", page: undefined })}>{t("conversations.showAll")}</LinkButton>
            </>
          )}
          <LinkButton variant="quiet" to={here({}, { reset: true })}>
            {t("conversations.clearAll")}
          </LinkButton>
        </>
      }
    >
      {t("conversations.noneText", { from: f.date(data.range?.from), to: f.date(data.range?.to) })}
    </Empty>
  );
}
