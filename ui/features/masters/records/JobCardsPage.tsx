/** The list of job cards; one is changed in a sheet over it. */
import { useCan } from "../../../components";
import { ChoiceMenu } from "../../../components/ChoiceMenu";
import { useText } from "../../../lib/i18n";
import { sortBy } from "../../../lib/sort";
import { later, usePage } from "../../../page";
import { mastersApi } from "./api";
import { CodeFilter } from "./CodeFilter";
import { JobCardRows } from "./JobCardRows";
import { ListFrame } from "./ListFrame";
import type { jobCardsGrammar } from "./query";
import { STATES } from "./types";
import "../../../styles/masters.css";

const JobCardSheet = later(() => import("./Sheets"), "JobCardSheet");
const DeleteSheet = later(() => import("./Sheets"), "DeleteSheet");
const CLOSED = { do: undefined, card: undefined };
const FIRST = { page: undefined, ...CLOSED };

/** The page. */
export default function JobCardsPage() {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof jobCardsGrammar>();
  const { do: doing, card: cardId, ...list } = query;
  const result = mastersApi.useJobCardsQuery(list);
  const { data: card } = mastersApi.useJobCardQuery(cardId, { skip: !doing || !cardId });
  return (
    <>
      <ListFrame
        part="job-cards"
        title={t("masters.jobCards")}
        lead={result.data ? t("masters.countJobCards", { n: result.data.total }) : ""}
        icon="wrench"
        result={result}
        search={t("masters.searchJobCards")}
        narrowing={{ q: query.q, type: query.type, state: query.state }}
        filters={
          <>
            <CodeFilter
              field="type"
              label={t("masters.type")}
              value={query.type}
              to={(code) => here({ ...FIRST, type: code })}
            />
            <ChoiceMenu
              all={t("masters.all")}
              label={t("masters.state")}
              value={query.state}
              options={STATES.map((state) => [state, t(`masters.s.${state}`)] as const)}
              to={(state) => here({ ...FIRST, state })}
            />
          </>
        }
      >
        <JobCardRows
          rows={result.data?.items ?? []}
          edit={can("update", "Master") ? (id) => here({ do: "edit", card: id }) : undefined}
          sort={sortBy(query.sort, "opened_on", (sort) => here({ ...FIRST, sort }), "desc")}
        />
      </ListFrame>
      {card && doing === "edit" && can("update", "Master") && <JobCardSheet card={card} to={here(CLOSED)} />}
      {card && doing === "delete" && can("delete", "Master") && (
        <DeleteSheet
          call={`/api/v1/job-cards/${card.id}`}
          name={card.number}
          revision={card.revision}
          to={here(CLOSED)}
        />
      )}
    </>
  );
}
