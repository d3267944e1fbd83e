/** The sheets of text snippets: a new one, one that is changed, where it is used, and deleting it. */
import { LinkButton, useCan } from "../../components";
import { Field, TextArea } from "../../components/fields";
import { FormSheet } from "../../components/forms/FormSheet";
import { useFormState } from "../../components/forms/typed";
import { useText } from "../../lib/i18n";
import { languageName } from "../../lib/languageName";
import { usePage } from "../../page";
import { referenceApi, snippetCall, SNIPPETS } from "./api";
import type { snippetsGrammar } from "./query";
import { FIRST, FURTHER, type Snippet } from "./types";
import { UsesSheet } from "./UsesSheet";

interface Of {
  snippet: Snippet;
  to: string;
}

/** Whichever sheet the address asks for. */
export function SnippetSheet({ to }: { to: string }) {
  const can = useCan();
  const { query } = usePage<typeof snippetsGrammar>();
  const isOpen = query.snippet !== "" && ["edit", "delete", "uses"].includes(query.do);
  const { data: snippet } = referenceApi.useSnippetQuery(query.snippet, { skip: !isOpen });
  if (query.do === "new" && can("create", "Reference")) return <NewSnippet to={to} />;
  if (!isOpen || !snippet) return null;
  if (query.do === "uses") return <UsesOf snippet={snippet} to={to} />;
  if (query.do === "delete" && can("delete", "Reference")) return <DeleteSnippet snippet={snippet} to={to} />;
  if (query.do === "edit" && can("update", "Reference")) return <EditSnippet snippet={snippet} to={to} />;
  return null;
}

function UsesOf({ snippet, to }: Of) {
  const { data } = referenceApi.useSnippetUsesQuery(snippet.id);
  return <UsesSheet name={snippet.key} uses={data} to={to} />;
}

/** The text in each language, and a note. */
function Texts({ snippet }: { snippet?: Snippet }) {
  const { errors } = useFormState();
  const t = useText();
  const { session } = usePage();
  const text = (code: string) => (
    <TextArea
      key={code}
      label={languageName(code, session.locale)}
      name={`texts.${code}`}
      lang={code}
      dir="auto"
      rows={3}
      maxLength={2000}
      defaultValue={snippet?.texts[code] ?? ""}
      error={code === "en" ? errors.texts : undefined}
      help={code === "en" ? t("reference.textHelp") : undefined}
    />
  );
  return (
    <>
      {FIRST.map(text)}
      <details className="rf-names rows" open={FURTHER.some((code) => snippet?.texts[code] || errors[`texts.${code}`])}>
        <summary>{t("reference.further")}</summary>
        {FURTHER.map(text)}
      </details>
      <Field
        label={t("reference.note")}
        name="note"
        maxLength={200}
        dir="auto"
        autoComplete="off"
        defaultValue={snippet?.note ?? ""}
      />
    </>
  );
}

function NewSnippet({ to }: { to: string }) {
  const t = useText();
  return (
    <FormSheet
      title={t("reference.newSnippet")}
      call={SNIPPETS}
      to={to}
      done="snippetAdded"
      action={t("reference.add")}
    >
      <Field
        label={t("reference.key")}
        name="key"
        dir="ltr"
        maxLength={40}
        autoComplete="off"
        data-first
        help={t("reference.keyHelp")}
      />
      <Texts />
    </FormSheet>
  );
}

function EditSnippet({ snippet, to }: Of) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof snippetsGrammar>();
  return (
    <FormSheet
      title={snippet.key}
      lead={snippet.used > 0 ? t("reference.saysAtOnce", { n: snippet.used }) : undefined}
      call={snippetCall(snippet.id)}
      method="PATCH"
      revision={String(snippet.revision)}
      to={to}
      done="snippetSaved"
      action={t("reference.save")}
    >
      <Texts snippet={snippet} />
      {can("delete", "Reference") && (
        <p className="row">
          <LinkButton to={here({ do: "delete" })} size="s" variant="danger">
            {t("reference.deleteDots")}
          </LinkButton>
        </p>
      )}
    </FormSheet>
  );
}

function DeleteSnippet({ snippet, to }: Of) {
  const t = useText();
  return (
    <FormSheet
      danger
      title={t("reference.deleteTitle", { name: snippet.key })}
      call={snippetCall(snippet.id)}
      method="DELETE"
      revision={String(snippet.revision)}
      to={to}
      done="snippetDeleted"
      action={t("reference.delete")}
    >
      <p>{t("reference.deleteSnippetText")}</p>
    </FormSheet>
  );
}
