/** The list of job cards; one is changed in a sheet over it. */
import { useCan } from "../../../components";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { mastersApi } from "./api";
import { CodeFilter } from "./CodeFilter";
import { JobCardRows } from "./JobCardRows";
import { ListFrame } from "./ListFrame";
import type { jobCardsGrammar } from "./query";
import { STATES } from "./types";
import { ValueFilter } from "./ValueFilter";
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
        q={query.q}
        narrowed={
          Boolean(query.q || query.type || query.state) &&
          here({ ...FIRST, q: undefined, type: undefined, state: undefined })
        }
        hidden={
          <>
            {query.type && <input type="hidden" name="type" value={query.type} />}
            {query.state && <input type="hidden" name="state" value={query.state} />}
          </>
        }
        filters={
          <>
            <CodeFilter
              field="type"
              label={t("masters.type")}
              value={query.type}
              to={(code) => here({ ...FIRST, type: code })}
            />
            <ValueFilter
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
          sort={{
            to: here({ ...FIRST, sort: query.sort === "-opened_on" ? "opened_on" : "-opened_on" }),
            dir: query.sort === "opened_on" ? "asc" : query.sort === "-opened_on" ? "desc" : null,
          }}
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
