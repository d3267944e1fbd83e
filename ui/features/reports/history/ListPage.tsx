/** The list of conversations: any view of it is its address. */
import { useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { Can, Card, LinkButton, Notice, PageHead, ProblemNotice } from "../../../components";
import { Table } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { sortBy } from "../../../lib/sort";
import { later, usePage } from "../../../page";
import { filtersChanged } from "../../../state";
import { conversationsApi } from "./api";
import { chosenColumns } from "./columnNames";
import { columns } from "./columns";
import { filtersOf, selectConversationHistory, type HistoryState } from "./history";
import { Clipped } from "../filters/Clipped";
import { FIRST } from "../filters/RangeMenu";
import { Gone } from "../filters/Gone";
import { Pages } from "../filters/Pages";
import { listOf, type listGrammar } from "./query";
import { SIZES, type ConversationPage } from "./types";

// They work as links and forms until they are alive.
const ListFilters = later(() => import("./ListFilters"), "ListFilters");
const SavedViews = later(() => import("./SavedViews"), "SavedViews");
const ColumnMenu = later(() => import("./ColumnMenu"), "ColumnMenu");
const ExportMenu = later(() => import("./ExportMenu"), "ExportMenu");
const Nothing = later(() => import("./Nothing"), "Nothing");
const OfferLink = later(() => import("../filters/OfferLink"), "OfferLink");

/** The page in each of its states. */
export default function ListPage() {
  const t = useText();
  const f = useFormat();
  const { query, extra, url, here } = usePage<typeof listGrammar>();
  const { data, error, refetch } = conversationsApi.useConversationsQuery(listOf(query));
  const rows = useSelector((state: HistoryState) => selectConversationHistory(state, listOf(query)));
  const dispatch = useDispatch();
  useEffect(() => void dispatch(filtersChanged(filtersOf(query))), [dispatch, query]);
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : null;
  const search = url.includes("?") ? `?${url.split("?")[1]}` : "";
  return (
    <>
      <PageHead
        title={t("conversations.title")}
        lead={
          [
            t("conversations.count", { n: data.total, zone: data.zone }),
            data.holds && t(`conversations.holds.${data.holds.what}`, { n: data.holds.n }),
          ]
            .filter(Boolean)
            .join(" · ") /* i18n: conversations.holds.* */
        }
        actions={
          <>
            {data.total > 0 && <OfferLink segment={url}>{t("conversations.makeOffer")}</OfferLink>}
            <ColumnMenu />
            {data.total > 0 && (
              <Can I="export" a="Conversation">
                <ExportMenu list={listOf(query)} />
              </Can>
            )}
          </>
        }
      />
      <SavedViews total={data.total} />
      {data.as_of !== null && <ListFilters data={data} />}
      {extra.length > 0 && (
        <Notice tone="quiet" title={t("conversations.unknownKeys", { keys: extra.join(f.comma) })} />
      )}
      <Gone gone={data.gone} bot={query.bot} out={query.out} to={(rest) => here({ ...FIRST, ...rest })} />
      <Clipped clipped={data.clipped} />
      {data.excluded.estimated > 0 && (
        <Notice
          tone="quiet"
          icon="info"
          title={t("conversations.estimatedLeft", { n: data.excluded.estimated })}
          actions={
            <LinkButton to={here({ data: "all", page: undefined })} size="s">
              {t("conversations.showEstimated")}
            </LinkButton>
          }
        />
      )}
      {rows.length === 0 ? (
        <Nothing data={data} />
      ) : (
        <>
          <Card className="cards" flush>
            <Table
              caption={t("conversations.title")}
              rows={rows}
              rowKey={(row) => row.id}
              columns={columns(chosenColumns(query.cols), {
                t,
                f,
                zone: data.zone,
                open: (row) => `/reports/conversations/${row.id}${search}`,
                sort: (key) => sortBy(query.sort, key, (sort) => here({ sort, page: undefined }), "desc"),
              })}
            />
          </Card>
          <Foot data={data} />
        </>
      )}
    </>
  );
}

/** Where one is, the other pages, and how many rows a page has. */
function Foot({ data }: { data: ConversationPage }) {
  const t = useText();
  const f = useFormat();
  return (
    <>
      <Pages data={data} sizes={SIZES} />
      <p className="ft">
        <span>{t("conversations.asOf", { time: f.dateTime(data.as_of, data.zone) })}</span>
        {data.masked && <span>{t("conversations.masked")}</span>}
      </p>
    </>
  );
}
