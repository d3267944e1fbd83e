/** The list of one's own and shared dashboards, and the form of a new one. */
import { Empty, LinkButton, PageHead, PageLink, Pill } from "../../../components";
import { PagedList } from "../../../components/lists/PagedList";
import { Table, type Column } from "../../../components/Table";
import { FormSheet } from "../../../components/forms/FormSheet";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { boardsApi, type Board } from "./api";
import { NameFields } from "./NameFields";
import type { boardsGrammar } from "./query";
import "../../../components/table/table.css";

/** The page. */
export default function BoardsPage() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof boardsGrammar>();
  const result = boardsApi.useBoardsQuery(query.page);
  const add = (
    <LinkButton to={here({ do: "new" })} variant="primary" icon="plus">
      {t("boards.new")}
    </LinkButton>
  );
  const columns: Column<Board>[] = [
    {
      key: "name",
      head: t("boards.name"),
      rowHead: true,
      cell: (row) => (
        <PageLink to={`/dashboards/${row.id}`}>
          <bdi>{row.name}</bdi>
        </PageLink>
      ),
    },
    { key: "tiles", head: t("boards.tiles"), numeric: true, cell: (row) => f.number(row.tiles.length) },
    {
      key: "owner",
      head: t("boards.owner"),
      cell: (row) => (
        <>
          {row.own ? t("boards.you") : <bdi>{row.owner}</bdi>} {row.shared && <Pill>{t("boards.shared")}</Pill>}
        </>
      ),
    },
    { key: "at", head: t("boards.changed"), className: "wide", cell: (row) => f.dateTime(row.updated_at) },
  ];
  return (
    <>
      <PageHead title={t("boards.title")} lead={t("boards.about")} actions={add} />
      <div className="stack">
        <PagedList
          of={result}
          to={(page) => here({ page })}
          empty={
            <Empty icon="panels-top-left" title={t("boards.none")} actions={add}>
              {t("boards.noneText")}
            </Empty>
          }
        >
          {(data) => <Table caption={t("boards.title")} rows={data.items} rowKey={(row) => row.id} columns={columns} />}
        </PagedList>
      </div>
      {query.do === "new" && (
        <FormSheet
          title={t("boards.new")}
          call="/api/v1/dashboards"
          to={here({ do: undefined })}
          then="/dashboards/{id}"
          done="created"
          action={t("boards.create")}
        >
          <NameFields />
        </FormSheet>
      )}
    </>
  );
}
