import { useId, useState, type FormEvent } from "react";
import { ActionForm, Button, Notice } from "../../../components";
import { useText } from "../../../lib/i18n";

interface Props {
  call: string;
  /** Where the answer is shown when the form is sent without script. */
  page: string;
  className: string;
  label: string;
  action: string;
  /** The text it begins with. */
  start: string;
  busy: boolean;
  /** What is said above the reason when it failed. */
  failed: string;
  problem: { detail?: string | undefined } | null | undefined;
  onAsk: (text: string) => void;
}

/** A box for one question to a bot. */
export function AskForm({ call, page, className, label, action, start, busy, failed, problem, onAsk }: Props) {
  const t = useText();
  const id = useId();
  const [text, setText] = useState(start);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) onAsk(text.trim());
  };
  return (
    <>
      <ActionForm className={className} call={call} page={page} onSubmit={send}>
        <label className="sr" htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          className="input"
          name="text"
          dir="auto"
          maxLength={2000}
          required
          autoComplete="off"
          placeholder={label}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          {action}
        </Button>
      </ActionForm>
      {problem && (
        <Notice tone="bad" title={failed}>
          {problem.detail ?? t("controls.noConnection")}
        </Notice>
      )}
    </>
  );
}
