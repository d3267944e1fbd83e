/** The people who see an outlet, each with what of their access it is in. */
import { Avatar, Card, PageLink, Pill } from "../../components";
import { Pagination } from "../../components/Pagination";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { clientsApi } from "./api";
import type { outletGrammar } from "./query";
import type { Outlet } from "./types";

/** The card. */
export function Readers({ outlet }: { outlet: Outlet }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof outletGrammar>();
  const { data } = clientsApi.useOutletPeopleQuery({ id: outlet.id, page: query.people });
  if (!data) return null;
  return (
    <Card id="people" title={t("clients.readers")} lead={f.number(data.total)} foot={t("clients.readersFoot")}>
      <ul className="cl-readers rows gap-12 text-13">
        {data.items.map((person) => (
          <li key={person.id}>
            <Avatar name={person.full_name} src={person.avatar} />
            <span>
              <PageLink to={`/apps/user/view/${person.number}`}>
                <bdi>{person.full_name}</bdi>
              </PageLink>
              <small>
                {t(`people.r.${person.role}`) /* i18n: people.r.* */}{" "}
                {person.state !== "active" && (
                  <Pill>
                    {t(`people.s.${person.state === "invited" ? "pending" : person.state}`) /* i18n: people.s.* */}
                  </Pill>
                )}
              </small>
            </span>
            <span className="quiet">
              {person.place ? (
                <bdi>{person.place}</bdi>
              ) : (
                t(`clients.branch.${person.branch === "outlet" ? "outlet" : "all"}`) /* i18n: clients.branch.* */
              )}
            </span>
          </li>
        ))}
      </ul>
      {data.total > data.per && <Pagination of={data} to={(n) => `${here({ do: undefined, people: n })}#people`} />}
    </Card>
  );
}
