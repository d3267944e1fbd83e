/** The sheets of a code list: a new entry, one that is changed, where it is used, and deleting it. */
import { LinkButton, useCan } from "../../components";
import { Checkbox, Field, Select } from "../../components/fields";
import { useText } from "../../lib/i18n";
import { languageName } from "../../lib/languageName";
import { usePage } from "../../page";
import { FormSheet } from "../../components/forms/FormSheet";
import { useFormState } from "../../components/forms/typed";
import { entryCall, listCall, referenceApi } from "./api";
import type { listGrammar } from "./query";
import { FIRST, FURTHER, type Entry, type ListName } from "./types";
import { UsesSheet } from "./UsesSheet";
import { nameOf, useOwners } from "./words";

interface At {
  list: ListName;
  to: string;
}

/** Whichever sheet the address asks for. */
export function EntrySheet({ list, to }: At) {
  const can = useCan();
  const { query } = usePage<typeof listGrammar>();
  const isOpen = query.entry !== "" && ["edit", "delete", "uses"].includes(query.do);
  const { data: entry } = referenceApi.useEntryQuery(query.entry, { skip: !isOpen });
  if (query.do === "new" && can("create", "Reference")) return <NewEntry list={list} to={to} />;
  if (!isOpen || !entry) return null;
  if (query.do === "uses") return <UsesOf entry={entry} to={to} />;
  if (query.do === "delete" && can("delete", "Reference")) return <DeleteEntry entry={entry} to={to} />;
  if (query.do === "edit" && can("update", "Reference")) return <EditEntry entry={entry} list={list} to={to} />;
  return null;
}

/** The fields of an entry besides its code. */
function EntryFields({ list, entry }: { list: ListName; entry?: Entry }) {
  const { errors } = useFormState();
  const t = useText();
  const { session } = usePage();
  const owners = useOwners(list);
  const label = (code: string) => (
    <Field
      key={code}
      label={languageName(code, session.locale)}
      name={`labels.${code}`}
      lang={code}
      dir="auto"
      maxLength={120}
      autoComplete="off"
      defaultValue={entry?.labels[code] ?? ""}
    />
  );
  return (
    <>
      {owners.length > 0 && (
        <Select
          label={t(`reference.of.${list}`)}
          name="belongs_to"
          defaultValue={entry?.belongs_to ?? ""}
          options={owners}
        />
      )}
      <fieldset className="rf-names rows">
        <legend>{t("reference.names")}</legend>
        <div className="rf-languages">{FIRST.map(label)}</div>
        <details open={FURTHER.some((code) => entry?.labels[code] || errors[`labels.${code}`])}>
          <summary>{t("reference.further")}</summary>
          <div className="rf-languages">{FURTHER.map(label)}</div>
        </details>
      </fieldset>
      <div className="pair">
        <Field label={t("reference.firstDay")} name="valid_from" type="date" defaultValue={entry?.valid_from ?? ""} />
        <Field label={t("reference.lastDay")} name="valid_to" type="date" defaultValue={entry?.valid_to ?? ""} />
      </div>
      <input type="hidden" name="active" value="0" />
      <Checkbox name="active" value="1" label={t("reference.activeHelp")} defaultChecked={entry?.active ?? true} />
    </>
  );
}

function NewEntry({ list, to }: At) {
  const t = useText();
  return (
    <FormSheet
      title={t("reference.newTitle", { list: t(`reference.list.${list}`) })}
      call={listCall(list)}
      to={to}
      done="added"
      action={t("reference.add")}
    >
      <Field
        label={t(list === "holidays" ? "reference.day" : "reference.code")}
        name="code"
        dir="ltr"
        maxLength={60}
        autoComplete="off"
        data-first
        {...(list === "holidays" && { type: "date" })}
        help={t(list === "intents" ? "reference.intentHelp" : "reference.codeHelp")}
      />
      <EntryFields list={list} />
    </FormSheet>
  );
}

function EditEntry({ entry, list, to }: At & { entry: Entry }) {
  const t = useText();
  const can = useCan();
  const { session, here } = usePage<typeof listGrammar>();
  return (
    <FormSheet
      title={nameOf(entry, session.locale)}
      lead={<code dir="ltr">{entry.code}</code>}
      call={entryCall(entry.id!)}
      method="PATCH"
      revision={String(entry.revision)}
      to={to}
      done="saved"
      action={t("reference.save")}
    >
      <EntryFields list={list} entry={entry} />
      <p className="row">
        {entry.used > 0 && (
          <LinkButton to={here({ do: "uses" })} size="s">
            {t("reference.whereUsed")}
          </LinkButton>
        )}
        {can("delete", "Reference") && (
          <LinkButton to={here({ do: "delete" })} size="s" variant="danger">
            {t("reference.deleteDots")}
          </LinkButton>
        )}
      </p>
    </FormSheet>
  );
}

function DeleteEntry({ entry, to }: { entry: Entry; to: string }) {
  const t = useText();
  const { session } = usePage();
  return (
    <FormSheet
      danger
      title={t("reference.deleteTitle", { name: nameOf(entry, session.locale) })}
      call={entryCall(entry.id!)}
      method="DELETE"
      revision={String(entry.revision)}
      to={to}
      done="deleted"
      action={t("reference.delete")}
    >
      <p>{t("reference.deleteText")}</p>
    </FormSheet>
  );
}

/** Where an entry is used. */
function UsesOf({ entry, to }: { entry: Entry; to: string }) {
  const { session } = usePage();
  const { data } = referenceApi.useUsesQuery(entry.id!);
  return <UsesSheet name={nameOf(entry, session.locale)} uses={data} to={to} />;
}
