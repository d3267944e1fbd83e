import { Field, Select, TextArea } from "../../../components/fields";
import { Editor } from "../../../components/content/Editor";
import { PreviewText, SlugField, StateSelect } from "../../../components/content/WritingFields";
import { useWriting, type writingQuery } from "../../../components/content/writing";
import type { Shape } from "../../../api";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { knowledgeApi, type Written } from "./api";
import { categories, EDITING, placeOf } from "./places";

/** Writes an article in one language. */
export default function EditPage() {
  const { params, query } = usePage<typeof writingQuery, "id">();
  const { data } = knowledgeApi.useWrittenArticleQuery({ id: params.id, language: query.text });
  return data ? <ArticleEditor article={data} /> : null;
}

function ArticleEditor({ article }: { article: Written }) {
  const t = useText();
  const writing = useWriting<Written, Shape<"KnowledgePreview">>(article);
  const { held, preview } = writing;
  const own = { lang: article.language, dir: "auto" };
  const fixed = article.published_at !== null;
  return (
    <Editor
      row={article}
      writing={writing}
      title={article.question}
      call={`/api/v1/articles/${article.id}`}
      back={{ to: EDITING, label: t("writing.knowledge") }}
      readAt={placeOf(article.category, article.slug)}
      preview={{
        call: "/api/v1/articles/preview",
        content: preview && <PreviewText title={preview.question} html={[preview.html]} />,
      }}
    >
      <Field
        label={t("writing.question")}
        name="question"
        {...own}
        required
        maxLength={160}
        defaultValue={held.question}
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
        <StateSelect value={held.status} />
        <Select
          label={t("writing.category")}
          name="category"
          defaultValue={held.category}
          help={t("writing.categoryHelp")}
          options={categories(t)}
        />
        <SlugField
          value={held.slug}

          readOnly={fixed}
          help={t(fixed ? "writing.slugFixed" : "writing.slugHelp")}
        />
      </div>
    </Editor>
  );
}
