import type { ReactNode } from "react";
import { useFormat } from "../../lib/i18n";
import { usePage } from "../../page";
import { ActionForm } from "../ActionForm";
import { Button } from "../Button";
import { Notice } from "../states";
import { FileField } from "./FileField";
import "../controls.css";

/** What a call answers about a file: rows that are wrong, and how much it changes. */
export interface Checked {
  rows: number;
  errors: readonly { row: number; field: string; message: string }[];
  changes: number;
}

/** What the last form has answered about a file; nothing where it answered something else. */
export function useChecked(): Checked | null {
  const { form } = usePage();
  const answer = form?.answer as Partial<Checked> | undefined;
  return answer?.errors ? (answer as Checked) : null;
}

/** What the form says. */
export interface CsvWords {
  file: string;
  help: string;
  check: string;
  send: string;
  wrong: (n: number) => string;
  row: (n: string) => string;
  good: (n: number) => string;
  done: (n: number) => string;
}

/** What was found in the file. */
export function CsvResult({ words }: { words: CsvWords }) {
  const f = useFormat();
  const { form } = usePage();
  const checked = useChecked();
  if (!checked) return null;
  const isWrong = checked.errors.length > 0;
  return (
    <Notice
      tone={isWrong ? "warn" : "good"}
      focus
      title={
        isWrong
          ? words.wrong(checked.errors.length)
          : words[form?.problem.status === 201 ? "done" : "good"](checked.changes)
      }
    >
      {isWrong && (
        <ul className="rows gap-6">
          {checked.errors.slice(0, MOST).map(({ row, field, message }) => (
            <li key={`${row} ${field}`}>
              {words.row(f.number(row))} <code dir="ltr">{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** A file of rows that can be checked first: then all of it is stored, or nothing. Works without script. */
export function CsvForm({ call, words, children }: { call: string; words: CsvWords; children: ReactNode }) {
  const { form, here } = usePage();
  const error = form && !form.answer ? (form.problem.errors?.file ?? form.problem.detail) : undefined;
  return (
    <ActionForm call={call} page={here()} encType="multipart/form-data" className="stack">
      <FileField label={words.file} error={error} help={words.help} accept=".csv,text/csv" required />
      <div className="small quiet">{children}</div>
      <div className="csv-do">
        <Button type="submit" name="dry" value="1">
          {words.check}
        </Button>
        <Button type="submit" variant="primary">
          {words.send}
        </Button>
      </div>
    </ActionForm>
  );
}

/** How many wrong rows are named. */
const MOST = 20;
