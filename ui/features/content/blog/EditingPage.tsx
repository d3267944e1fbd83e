import { ActionForm, Button, Card, Empty, Notice, PageHead, PageLink } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { Table } from "../../../components/Table";
import { StatePill } from "../../../components/content/StatePill";
import { NEW, NewText, States } from "../../../components/content/Writings";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { blogApi, type Post } from "./api";
import { EDITING, editAt, LIST, readAt, STATUSES } from "./places";
import type { editingQuery } from "./query";

/** Comments that readers do not see yet, each with the choice of an editor. */
function Waiting() {
  const t = useText();
  const f = useFormat();
  const { here } = usePage();
  const { data } = blogApi.useWaitingCommentsQuery();
  if (!data || data.total === 0) return null;
  const call = (id: string, verb: string) => `/api/v1/posts/comments/${id}/${verb}`;
  return (
    <Card title={t("blog.waiting", { n: data.total })}>
      <ol className="comments-waiting rows gap-16">
        {data.items.map((item) => (
          <li key={item.id}>
            <p className="byline small quiet">
              <bdi>{item.author}</bdi> <time dateTime={item.created_at}>{f.dateTime(item.created_at)}</time>{" "}
              <PageLink to={readAt(item.post_number)}>
                <span dir="auto">{item.post_title}</span>
              </PageLink>
            </p>
            <p dir="auto" className="said">
              {item.text}
            </p>
            <div className="waiting-do">
              <ActionForm call={call(item.id, "approve")} page={here()} done="approved">
                <Button
                  type="submit"
                  size="s"
                  variant="primary"
                  aria-label={t("blog.approveOne", { name: item.author })}
                >
                  {t("blog.approve")}
                </Button>
              </ActionForm>
              <ActionForm call={call(item.id, "reject")} page={here()} done="rejected">
                <Button type="submit" size="s" variant="danger" aria-label={t("blog.rejectOne", { name: item.author })}>
                  {t("blog.reject")}
                </Button>
              </ActionForm>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** All posts, drafts and deleted ones among them. */
export default function EditingPage() {
  const t = useText();
  const f = useFormat();
  const { query, session, here } = usePage<typeof editingQuery>();
  const { data } = blogApi.useWrittenPostsQuery(query);
  const site = session.workspace?.site;
  return (
    <>
      <PageHead
        title={t("blog.editing")}
        back={{ to: LIST, label: t("blog.title") }}
        lead={data && t("blog.count", { n: data.total })}
        actions={
          site && (
            <a className="button primary" href={`#${NEW}`}>
              {t("blog.new")}
            </a>
          )
        }
      />
      {!site && <Notice title={t("writing.elsewhere")}>{t("writing.elsewhereBody")}</Notice>}
      {data && site && (
        <div className="stack posts">
          <Waiting />
          <States states={STATUSES} />
          {data.items.length === 0 && (
            <Empty icon="file-text" title={t("writing.none")}>
              {t("writing.noneBody")}
            </Empty>
          )}
          {data.items.length > 0 && (
            <Card flush>
              <Table<Post>
                caption={t("blog.editing")}
                rows={data.items}
                rowKey={(row) => row.id}
                columns={[
                  {
                    key: "title",
                    head: t("blog.postTitle"),
                    rowHead: true,
                    cell: (row) => (
                      <PageLink to={editAt(row.number)}>
                        <span dir="auto">{row.title}</span>
                      </PageLink>
                    ),
                  },
                  { key: "state", head: t("writing.state"), cell: (row) => <StatePill row={row} /> },
                  {
                    key: "category",
                    className: "later",
                    head: t("writing.category"),
                    cell: (row) => t(`blog.category.${row.category}`),
                  },
                  {
                    key: "changed",
                    className: "later",
                    head: t("writing.changed"),
                    cell: (row) => f.date(row.updated_at),
                  },
                ]}
              />
            </Card>
          )}
          {data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
          <NewText
            call="/api/v1/posts"
            page={EDITING}
            title={t("blog.new")}
            name="title"
            label={t("blog.postTitle")}
            help={t("writing.newHelp")}
          />
        </div>
      )}
    </>
  );
}
