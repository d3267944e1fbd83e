/** What the handler that only compares would have answered, beside what was. */
import { Card, Empty, Pill, Trouble } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink } from "../../../page";
import type { Bot } from "../catalog/api";
import { handlersApi, type Shadows } from "./api";

/** The card. */
export function ShadowCard({ bot }: { bot: Bot }) {
  const t = useText();
  const f = useFormat();
  const result = handlersApi.useShadowsQuery(bot.id);
  const { counts, items = [] } = result.data ?? {};
  return (
    <Card id="shadow" title={t("handler.shadow")} lead={t("handler.shadowLead")}>
      <Trouble of={result} />
      {counts && items.length > 0 && (
        <p className="small">
          {t("handler.counts", {
            answered: f.number(counts.answered),
            none: f.number(counts.no_reply),
            failed: f.number(counts.failed),
          })}
        </p>
      )}
      {result.data && items.length === 0 && (
        <Empty icon="eye" title={t("handler.noShadow")}>
          {t("handler.noShadowText")}
        </Empty>
      )}
      <ul className="bh-shadows">
        {items.map((item) => (
          <Compared key={item.id} item={item} />
        ))}
      </ul>
    </Card>
  );
}

/** One text with both answers. */
function Compared({ item }: { item: Shadows["items"][number] }) {
  const t = useText();
  const f = useFormat();
  return (
    <li>
      <p dir="auto">
        <strong>{item.input || t("handler.erased")}</strong>
      </p>
      <p className="small" dir="auto">
        {t("handler.chainSaid")} {item.answered || "–"}
      </p>
      <p className="small" dir="auto">
        {t(`handler.k.${item.kind}`) /* i18n: handler.k.* */}: {item.text || t(`handler.o.${item.outcome}`)}
      </p>
      <p className="row small quiet">
        {/* i18n: handler.o.* */}
        <Pill tone={item.same ? "good" : item.outcome === "failed" ? "bad" : "quiet"}>
          {item.same ? t("handler.same") : t(`handler.o.${item.outcome}`)}
        </Pill>
        <span>{f.dateTime(item.at)}</span>
        {item.conversation && (
          <PageLink to={`/reports/conversations/${item.conversation}`}>{t("handler.open")}</PageLink>
        )}
      </p>
    </li>
  );
}
