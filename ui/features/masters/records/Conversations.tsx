/** What a customer has said to bots, by the numbers that channels vouch for. */
import { Card, PageLink, Trouble, useCan } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { mastersApi } from "./api";

/** The newest conversations of a customer, for who may read them. */
export function Conversations({ customer }: { customer: string }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const result = mastersApi.useConversationsOfQuery(customer, { skip: !can("read", "Conversation") });
  const { data } = result;
  if (!can("read", "Conversation")) return null;
  return (
    <Card title={t("masters.conversations")} lead={data && f.number(data.total)}>
      <Trouble of={result} />
      {data?.total === 0 && <p className="quiet">{t("masters.noConversations")}</p>}
      <ul className="ms-list rows">
        {data?.items.map((item) => (
          <li key={item.id}>
            <PageLink to={`/reports/conversations/${item.id}`}>{f.dateTime(item.started_at)}</PageLink>
            <span className="quiet" dir="auto">
              {item.first_text}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
