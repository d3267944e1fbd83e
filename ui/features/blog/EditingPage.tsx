import { ActionForm, Button, Card, Empty, Field, Notice, PageHead, PageLink, Pagination, Pill, Segments, Table } from "../../components";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { blogApi, type Post } from "./api";
import { EDITING, editAt, LIST, STATUSES } from "./places";
import type { editingQuery } from "./pages";

const TONES: Record<string, "good" | "warn" | "quiet"> = { Published: "good", Pending: "warn" };

/** Begins a post by its title. */
function NewPost() {
  const t = useText();
  const { form } = usePage();
  return (
    <Card title={t("blog.new")} id="new">
      <ActionForm call="/api/v1/posts" page={EDITING} className="stack">
        {form && !form.problem.errors?.title && <Notice tone="bad" focus>{form.problem.detail}</Notice>}
        <Field label={t("blog.postTitle")} name="title" required maxLength={160} defaultValue={form?.values.title} error={form?.problem.errors?.title} help={t("blog.newHelp")} />
        <p><Button type="submit" variant="primary" icon="plus">{t("blog.create")}</Button></p>
      </ActionForm>
    </Card>
  );
}

/** All posts, drafts and deleted ones among them. */
export default function EditingPage() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof editingQuery>();
  const { data } = blogApi.useWrittenPostsQuery(query);
  // i18n: blog.status.*
  const say = (status: string) => t(`blog.status.${status}`);
  return (
    <>
      <PageHead title={t("blog.editing")} back={{ to: LIST, label: t("blog.title") }} lead={data && t("blog.count", { n: data.total })} actions={<a className="button primary" href="#new">{t("blog.new")}</a>} />
      <div className="stack posts">
        <Segments label={t("blog.state")} items={[{ to: here({ status: "", page: 1 }), label: t("blog.every"), current: query.status === "" }, ...[...STATUSES, "Deleted"].map((one) => ({ to: here({ status: one, page: 1 }), label: say(one), current: query.status === one }))]} />
        {data && data.items.length === 0 && <Empty icon="file-text" title={t("blog.noPosts")}>{t("blog.noPostsBody")}</Empty>}
        {data && data.items.length > 0 && (
          <Card flush>
            <Table<Post>
              caption={t("blog.editing")}
              rows={data.items}
              rowKey={(row) => row.id}
              columns={[
                { key: "title", head: t("blog.postTitle"), rowHead: true, cell: (row) => <PageLink to={editAt(row.number)}><span dir="auto">{row.title}</span></PageLink> },
                { key: "state", head: t("blog.state"), cell: (row) => (row.deleted ? <Pill tone="bad">{say("Deleted")}</Pill> : <Pill tone={TONES[row.status] ?? "quiet"}>{say(row.status)}</Pill>) },
                { key: "category", className: "later", head: t("blog.categories"), cell: (row) => t(`blog.category.${row.category}`) },
                { key: "changed", className: "later", head: t("blog.changed"), cell: (row) => f.date(row.updated_at) },
              ]}
            />
          </Card>
        )}
        {data && data.total > data.per && <Pagination total={data.total} page={query.page} per={data.per} previous={data.previous && here({ page: data.previous })} next={data.next && here({ page: data.next })} to={(page) => here({ page })} />}
        <NewPost />
      </div>
    </>
  );
}
