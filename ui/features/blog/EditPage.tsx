import { ActionForm, Button, Card, Field, LinkButton, Notice, PageHead, Pill, Segments, Select, TextArea } from "../../components";
import { Prose } from "../../components/content/Prose";
import type { Shape } from "../../api";
import { useText } from "../../lib/i18n";
import { path } from "../../lib/path";
import { LANGUAGES } from "../../lib/session";
import { usePage } from "../../page";
import { blogApi, type Post } from "./api";
import { CATEGORIES, COVERS, EDITING, readAt, STATUSES } from "./places";
import type { editQuery } from "./pages";

type Preview = Shape<"BlogPreview">;

/** What the fields hold: what was previewed, what was refused, or what is stored. */
function fieldsOf(post: Post, answer: Preview | undefined, values: Record<string, string>) {
  const tags = answer?.tags?.join(", ") ?? values["tags[]"] ?? post.tags.join(", ");
  const value = (key: "title" | "slug" | "category" | "status" | "image" | "excerpt" | "content") => answer?.[key] ?? values[key] ?? post[key];
  return { tags, value };
}

/** Writes a post in one language: its fields, how readers would see it, and its deletion. */
export default function EditPage() {
  const t = useText();
  const { params, query, form, here } = usePage<typeof editQuery, "id">();
  const { data: post } = blogApi.useWrittenPostQuery({ id: params.id, language: query.text });
  if (!post) return null;
  const answer = form?.answer as Preview | undefined;
  const stale = form?.problem.status === 412;
  const refused = form && !answer;
  const errors = (refused && form.problem.errors) || {};
  // A preview keeps the version it was written on: whoever changed the post meanwhile is not overwritten unseen.
  const version = form && !stale && query.v ? query.v : post.version;
  const call = `/api/v1/posts/${post.number}`;
  const again = here({ v: version });
  const own = here({ v: undefined });
  // i18n: blog.done.*
  const { tags, value } = fieldsOf(post, answer, form?.values ?? {});
  const choice = (values: readonly string[], say: (one: string) => string) => values.map((one) => ({ value: one, label: say(one) }));
  return (
    <>
      <PageHead
        title={<span dir="auto">{post.title}</span>}
        back={{ to: EDITING, label: t("blog.editing") }}
        marks={post.deleted ? <Pill tone="bad">{t("blog.status.Deleted")}</Pill> : <Pill tone={post.status === "Published" ? "good" : "quiet"}>{t(`blog.status.${post.status}`)}</Pill>}
        actions={post.status === "Published" && !post.deleted && <LinkButton to={readAt(post.number)} icon="eye">{t("blog.read")}</LinkButton>}
      />
      <div className="stack">
        {post.deleted && (
          <ActionForm call={`${call}/restore`} page={own} done="restored" version={String(post.version)}>
            <Notice tone="warn" title={t("blog.deleted")} actions={<Button type="submit" size="s">{t("blog.undo")}</Button>}>{t("blog.deletedBody")}</Notice>
          </ActionForm>
        )}
        {refused && <Notice tone="bad" focus={Object.keys(errors).length === 0} title={t("blog.notSaved")}>{stale ? t("blog.stale") : Object.keys(errors).length === 0 && form.problem.detail}</Notice>}
        {answer && (
          <Card title={t("blog.preview")} lead={t("blog.previewLead")} id="preview">
            <article className="reading">
              <h3 className="preview-title" dir="auto">{answer.title}</h3>
              <Prose html={answer.excerpt_html} />
              <Prose html={answer.html} />
            </article>
          </Card>
        )}
        {!post.deleted && (
          <>
            <Segments label={t("blog.language")} items={LANGUAGES.map(({ id, name }) => ({ to: here({ text: id, v: undefined }), label: post.written.includes(id) ? name : t("blog.unwritten", { language: name }), current: id === query.text }))} />
            <ActionForm key={`${query.text}${post.version}`} className="card card-body edit-post" call={call} method="PATCH" page={own} done="saved" version={String(version)}>
              <input type="hidden" name="language" value={query.text} />
              <Field label={t("blog.postTitle")} name="title" lang={query.text} dir="auto" required maxLength={160} defaultValue={value("title")} error={errors.title} />
              <TextArea label={t("blog.excerpt")} name="excerpt" lang={query.text} dir="auto" rows={3} maxLength={600} defaultValue={value("excerpt")} error={errors.excerpt} help={t("blog.excerptHelp")} />
              <TextArea label={t("blog.content")} name="content" lang={query.text} dir="auto" rows={18} maxLength={40_000} defaultValue={value("content")} error={errors.content} help={t("blog.contentHelp")} />
              <div className="pairs">
                <Field label={t("blog.slug")} name="slug" dir="ltr" required maxLength={80} pattern="[a-z0-9]+(-[a-z0-9]+)*" defaultValue={value("slug")} error={errors.slug} help={t("blog.slugHelp")} />
                <Select label={t("blog.state")} name="status" defaultValue={value("status")} error={errors.status} options={choice(STATUSES, (one) => t(`blog.status.${one}`))} />
                <Select label={t("blog.categoryOne")} name="category" defaultValue={value("category")} error={errors.category} options={choice(CATEGORIES, (one) => t(`blog.category.${one}`))} />
                <Field label={t("blog.tags")} name="tags[]" maxLength={400} defaultValue={tags} error={errors.tags as string[] | undefined} help={t("blog.tagsHelp")} />
                <Select label={t("blog.image")} name="image" defaultValue={value("image")} error={errors.image} options={Object.entries(COVERS).map(([name, to]) => ({ value: to, label: t(`blog.cover.${name}`) }))} /* i18n: blog.cover.* */ />
              </div>
              <p className="row">
                <Button type="submit" variant="primary">{t("blog.save")}</Button>
                <Button type="submit" icon="eye" formAction={path("/submit", { call: "/api/v1/posts/preview", method: "POST", page: again })}>{t("blog.preview")}</Button>
              </p>
            </ActionForm>
            <ActionForm call={call} method="DELETE" page={own} version={String(post.version)}>
              <Button type="submit" variant="danger" icon="trash">{t("blog.delete")}</Button>
            </ActionForm>
          </>
        )}
      </div>
    </>
  );
}
