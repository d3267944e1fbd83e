/** What was done to an account lately. */
import { Card, PageLink, Trouble } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { auditApi } from "../../audit/api";
import { historyOf } from "./query";
import type { Member } from "./types";

/** What was done to their account, newest first. */
export default function Lately({ member }: { member: Member }) {
  const t = useText();
  const f = useFormat();
  const result = auditApi.useAuditQuery(historyOf(member.id));
  const { data } = result;
  const textOf = (action: string) => {
    const key = `audit.a.${action}`; // i18n: audit.a.*
    const words = t(key);
    return words === key ? action : words;
  };
  return (
    <Card
      title={t("person.lately")}
      foot={<PageLink to={`/admin/audit?user=${member.id}`}>{t("person.allTheyDid")}</PageLink>}
    >
      <Trouble of={result} />
      {data && data.items.length === 0 && <p className="quiet">{t("person.nothingDone")}</p>}
      {data && data.items.length > 0 && (
        <ol className="pp-log">
          {data.items.map((row) => (
            <li key={row.id}>
              <p>
                <b>{textOf(row.action)}</b>{" "}
                <span className="quiet">
                  {row.user ? t("person.doneBy", { who: row.user.name ?? f.number(null) }) : ""}
                </span>
              </p>
              <p className="small quiet">
                <time dateTime={row.at}>{f.dateTime(row.at)}</time>
                {row.changed.length > 0 && (
                  <>
                    {" "}
                    · <code dir="ltr">{row.changed.join(" ")}</code>
                  </>
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
