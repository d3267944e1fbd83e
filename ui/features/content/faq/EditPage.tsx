import { Field, Select, TextArea } from "../../../components/fields";
import { Editor } from "../../../components/content/Editor";
import { StateSelect } from "../../../components/content/WritingFields";
import { useWriting, type writingQuery } from "../../../components/content/writing";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { faqApi, type FaqEntry } from "./api";
import { categories, EDITING, LIST } from "./places";

/** Writes a question and its answer in one language. */
export default function EditPage() {
  const { params, query } = usePage<typeof writingQuery, "id">();
  const { data } = faqApi.useFaqEntryQuery({ id: params.id, language: query.text });
  return data ? <EntryEditor entry={data} /> : null;
}

function EntryEditor({ entry }: { entry: FaqEntry }) {
  const t = useText();
  const writing = useWriting(entry);
  const { held } = writing;
  const own = { lang: entry.language, dir: "auto" };
  return (
    <Editor
      row={entry}
      writing={writing}
      title={entry.question}
      call={`/api/v1/faq/${entry.id}`}
      back={{ to: EDITING, label: t("writing.faq") }}
      readAt={`${LIST}#${entry.category}`}
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
        label={t("writing.answer")}
        name="ans"
        {...own}
        rows={8}
        maxLength={4000}
        defaultValue={held.ans}
        help={t("writing.answerHelp")}
      />
      <div className="pairs">
        <StateSelect value={held.status} />
        <Select
          label={t("writing.category")}
          name="category"
          defaultValue={held.category}
          help={t("writing.faqCategoryHelp")}
          options={categories(t)}
        />
      </div>
    </Editor>
  );
}
