import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { ActionForm } from "../ActionForm";
import { Button } from "../Button";
import { Card } from "../Card";
import { Segments } from "../choices";
import { Field, Select } from "../fields";
import { Guarded } from "../forms/Guarded";
import { Refusal } from "../forms/Refusal";
import { SortableList } from "../lists/SortableList";
import { PageLink } from "../Link";
import { Empty, Notice } from "../states";
import { Pagination, type Paged } from "../Pagination";
import { StatePill } from "./StatePill";
import { STATES, type Writing, type writingsQuery } from "./writing";
import "./content.css";
import "../controls.css";

/** The field that begins a new text: what leads there gives it the focus, without script too. */
export const NEW = "new-title";

/** Which texts are listed: those of a state. */
export function States({ states = STATES }: { states?: readonly string[] }) {
  const t = useText();
  const { query, here } = usePage<typeof writingsQuery>();
  const to = (status: string) => here({ status, page: 1 });
  // i18n: writing.status.*
  const items = [...states, "Deleted"].map((state) => ({
    to: to(state),
    label: t(`writing.status.${state}`),
    current: query.status === state,
  }));
  return (
    <Segments
      label={t("writing.state")}
      items={[{ to: to(""), label: t("writing.every"), current: query.status === "" }, ...items]}
    />
  );
}

/** Begins a text by its title. */
export function NewText({
  call,
  page,
  title,
  name,
  label,
  help,
  categories,
}: {
  call: string;
  page: string;
  title: string;
  name: string;
  label: string;
  help: string;
  categories?: readonly { value: string; label: string }[];
}) {
  const t = useText();
  const { form } = usePage();
  return (
    <Guarded refused={form !== null}>
      <Card title={title} id="new">
        <ActionForm call={call} page={page} className="stack">
          <Refusal />
          <Field id={NEW} label={label} name={name} required maxLength={160} help={help} />
          {categories && <Select label={t("writing.category")} name="category" options={categories} />}
          <p>
            <Button type="submit" variant="primary" icon="plus">
              {t("writing.create")}
            </Button>
          </p>
        </ActionForm>
      </Card>
    </Guarded>
  );
}

/** A text as it is in a list. */
interface Row extends Writing {
  id: string;
  question: string;
  category: string;
}

interface Props {
  page: Paged & { items: readonly Row[]; built_in: boolean };
  /** The call that has them all. */
  call: string;
  /** The page they are listed on. */
  at: string;
  categories: readonly { value: string; label: string }[];
  words: { new: string; label: string; help: string };
  onSort: (order: string[]) => void;
}

/**
 * The texts of each category in their order, which can be changed; while readers see what is built in, how to take that
 * over.
 */
export function Writings({ page, call, at, categories, words, onSort }: Props) {
  const t = useText();
  const { query, session, here } = usePage<typeof writingsQuery>();
  const groups = categories
    .map(({ value, label }) => ({ value, label, rows: page.items.filter((row) => row.category === value) }))
    .filter(({ rows }) => rows.length > 0);
  const body = (row: Row) => (
    <div className="written-row">
      <PageLink to={`${at}/${row.id}`}>
        <span dir="auto">{row.question}</span>
      </PageLink>
      <StatePill row={row} />
    </div>
  );
  if (!session.workspace?.site) return <Notice title={t("writing.elsewhere")}>{t("writing.elsewhereBody")}</Notice>;
  if (page.built_in) {
    return (
      <ActionForm call={`${call}/built-in`} page={at} done="takenOver">
        <Refusal />
        <Empty
          icon="pencil"
          title={t("writing.builtIn")}
          actions={
            <Button type="submit" variant="primary">
              {t("writing.takeOver")}
            </Button>
          }
        >
          {t("writing.builtInBody")}
        </Empty>
      </ActionForm>
    );
  }
  return (
    <div className="stack posts">
      <States />
      {groups.length === 0 && (
        <Empty icon="file-text" title={t("writing.none")}>
          {t("writing.noneBody")}
        </Empty>
      )}
      {groups.map(({ value, label, rows }) => (
        <Card key={value} flush title={label} lead={t("writing.count", { n: rows.length })}>
          {query.status === "Deleted" ? (
            <ul className="sortable" aria-label={label}>
              {rows.map((row) => (
                <li key={row.id}>
                  <div className="sortable-body">{body(row)}</div>
                </li>
              ))}
            </ul>
          ) : (
            <SortableList
              label={label}
              items={rows.map((row) => ({ id: row.id, name: `\u2068${row.question}\u2069`, body: body(row) }))}
              form={{ call: `${call}/order`, page: here(), done: "ordered" }}
              onSort={onSort}
            />
          )}
        </Card>
      ))}
      {page.total > page.per && <Pagination of={page} to={(to) => here({ page: to })} />}
      <NewText
        call={call}
        page={at}
        title={words.new}
        name="question"
        label={words.label}
        help={words.help}
        categories={categories}
      />
    </div>
  );
}
