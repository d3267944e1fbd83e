/** What the list says where nobody is on it. */
import { Empty, LinkButton } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { peopleGrammar } from "./query";

const FIRST = { page: undefined, do: undefined, who: undefined };

/** Nobody on this page, or nobody under these filters. */
export default function Nothing({ total }: { total: number }) {
  const t = useText();
  const { query, here } = usePage<typeof peopleGrammar>();
  if (total > 0)
    return (
      <Empty
        icon="filter"
        title={t("people.pastTitle")}
        actions={<LinkButton to={here(FIRST)}>{t("people.toFirst")}</LinkButton>}
      />
    );
  if (query.status === "deleted" && !query.q && !query.role && !query.plan)
    return (
      <Empty
        icon="trash"
        title={t("people.noneDeleted")}
        actions={<LinkButton to={here({ ...FIRST, status: undefined })}>{t("people.showAll")}</LinkButton>}
      >
        {t("people.noneDeletedText")}
      </Empty>
    );
  return (
    <Empty
      icon="filter"
      title={t("people.noneTitle")}
      actions={
        <LinkButton to={here({ ...FIRST, q: undefined, role: undefined, plan: undefined, status: undefined })}>
          {t("people.showAll")}
        </LinkButton>
      }
    >
      {t("people.noneText")}
    </Empty>
  );
}
