import { Field, Select, TextArea } from "../../../components/fields";
import { Editor } from "../../../components/content/Editor";
import { PreviewText, SlugField, StateSelect } from "../../../components/content/WritingFields";
import { useWriting, type writingQuery } from "../../../components/content/writing";
import type { Shape } from "../../../api";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { blogApi, type Post } from "./api";
import { CATEGORIES, COVERS, EDITING, readAt, STATUSES } from "./places";

/** Writes a post in one language. */
export default function EditPage() {
  const { params, query } = usePage<typeof writingQuery, "id">();
  const { data } = blogApi.useWrittenPostQuery({ id: params.id, language: query.text });
  return data ? <PostEditor post={data} /> : null;
}

function PostEditor({ post }: { post: Post }) {
  const t = useText();
  const writing = useWriting<Post, Shape<"BlogPreview">>(post);
  const { held, preview } = writing;
  const tags = (held["tags[]"] as string | undefined) ?? held.tags.join(", ");
  const own = { lang: post.language, dir: "auto" };
  return (
    <Editor
      row={post}
      writing={writing}
      title={post.title}
      call={`/api/v1/posts/${post.number}`}
      back={{ to: EDITING, label: t("blog.editing") }}
      readAt={readAt(post.number)}
      preview={{
        call: "/api/v1/posts/preview",
        content: preview && <PreviewText title={preview.title} html={[preview.excerpt_html, preview.html]} />,
      }}
    >
      <Field label={t("blog.postTitle")} name="title" {...own} required maxLength={160} defaultValue={held.title} />
      <TextArea
        label={t("blog.excerpt")}
        name="excerpt"
        {...own}
        rows={3}
        maxLength={600}
        defaultValue={held.excerpt}
        help={t("blog.excerptHelp")}
      />
      <TextArea
        label={t("writing.content")}
        name="content"
        {...own}
        rows={18}
        maxLength={40_000}
        defaultValue={held.content}
        help={t("writing.contentHelp")}
      />
      <div className="pairs">
        <SlugField value={held.slug} help={t("blog.slugHelp")} />
        <StateSelect value={held.status} states={STATUSES} />
        <Select
          label={t("writing.category")}
          name="category"
          defaultValue={held.category}
          options={CATEGORIES.map((value) => ({ value, label: t(`blog.category.${value}`) }))}
        />
        <Field label={t("blog.tags")} name="tags[]" maxLength={400} defaultValue={tags} help={t("blog.tagsHelp")} />
        <Select
          label={t("blog.image")}
          name="image"
          defaultValue={held.image}
          options={Object.entries(COVERS).map(([name, to]) => ({
            value: to,
            label: t(`blog.cover.${name}`),
          }))} /* i18n: blog.cover.* */
        />
      </div>
    </Editor>
  );
}
