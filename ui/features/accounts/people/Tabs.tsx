/** Further tabs of a person: what they own, and where they are signed in. */
import { ActionForm, Button, Card, PageLink, Trouble, useCan } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { Table } from "../../../components/Table";
import { IdentityCard } from "../../../components/account/IdentityCard";
import { deviceName } from "../../../lib/device";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { identityOf, oidcApi } from "../oidc/api";
import { peopleApi } from "./api";
import type { memberGrammar } from "./query";
import type { Member, PersonSession } from "./types";

/** What a person owns that others depend on. */
export function OwnedTab({ member }: { member: Member }) {
  const t = useText();
  const result = peopleApi.useOwnedQuery(member.id);
  if (!result.data) return <Trouble of={result} />;
  const kinds = result.data.kinds.filter(({ count }) => count > 0);
  if (kinds.length === 0)
    return (
      <Card title={t("person.owned")}>
        <p className="quiet">{t("person.ownsNothing")}</p>
      </Card>
    );
  return (
    <div className="stack">
      {kinds.map(({ kind, count, items }) => (
        // i18n: person.owns.*
        <Card key={kind} title={t(`person.owns.${kind}`)} lead={t("person.ownsCount", { n: count })}>
          <ul className="pp-owned">
            {items.map(({ id, name, link }) => (
              <li key={id}>
                <PageLink to={link}>
                  <bdi>{name}</bdi>
                </PageLink>
              </li>
            ))}
          </ul>
          {count > items.length && <p className="small quiet">{t("person.ownsMore", { n: count - items.length })}</p>}
        </Card>
      ))}
    </div>
  );
}

/** Where a person is signed in; each can be ended, and all at once. */
export function SessionsTab({ member }: { member: Member }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { query, here } = usePage<typeof memberGrammar, "id">();
  const at = identityOf(member.id);
  const matched = oidcApi.useIdentityQuery(at);
  const result = peopleApi.useMemberSessionsQuery({ id: member.id, page: query.page });
  const { data } = result;
  if (!data) return <Trouble of={result} />;
  const mayEnd = can("update", "User");
  return (
    <>
      {mayEnd && <IdentityCard at={at} identity={matched.data?.identity} />}
      <Card
        flush
        title={t("person.sessions")}
        lead={t("person.sessionsCount", { n: data.total })}
        aside={
          mayEnd &&
          data.total > 0 && (
            <ActionForm call={`/api/v1/people/${member.id}/sessions/end`} page={here()} done="ended">
              <Button type="submit" size="s" variant="danger">
                {t("person.endAll")}
              </Button>
            </ActionForm>
          )
        }
      >
        {data.items.length === 0 ? (
          <p className="quiet pp-none">{t("person.noSessions")}</p>
        ) : (
          <Table<PersonSession>
            caption={t("person.sessions")}
            rows={data.items}
            rowKey={(row) => row.id}
            columns={[
              {
                key: "device",
                head: t("person.device"),
                rowHead: true,
                cell: (row) => (
                  <bdi title={row.user_agent}>{deviceName(row.user_agent) || t("person.unknownDevice")}</bdi>
                ),
              },
              {
                key: "ip",
                head: t("person.address"),
                className: "wide",
                cell: (row) => <bdi className="mono">{row.ip}</bdi>,
              },
              { key: "seen", head: t("people.f.seen"), cell: (row) => f.dateTime(row.last_seen_at) },
              {
                key: "end",
                head: <span className="sr">{t("person.end")}</span>,
                cell: (row) =>
                  mayEnd && (
                    <ActionForm
                      call={`/api/v1/people/${member.id}/sessions/${row.id}/end`}
                      page={here()}
                      done="endedOne"
                    >
                      <Button type="submit" size="s" variant="quiet">
                        {t("person.end")}
                      </Button>
                    </ActionForm>
                  ),
              },
            ]}
          />
        )}
      </Card>
      {data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
    </>
  );
}
