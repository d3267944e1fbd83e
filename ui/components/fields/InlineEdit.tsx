import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { useScripted } from "../../hooks/useScripted";
import { useText } from "../../lib/i18n";
import { ActionForm } from "../ActionForm";
import { Button, IconButton } from "../Button";
import { TextInput } from "../forms/controls";
import { Icon } from "../Icon";
import "../controls.css";

interface Props {
  /** What the value is: the name of the input, and of what is pressed to change it. */
  label: string;
  name: string;
  value: string;
  maxLength?: number;
  /** Where the form goes without script. */
  form: { call: string; page: string; method?: "PUT" | "PATCH" | "POST"; revision?: string; done?: string };
  /** Saves without leaving the page; answers what is wrong, or nothing. */
  onSave?: (value: string) => Promise<string | undefined>;
}

/** A value that is changed where it is: Enter saves, Escape leaves it as it was. */
export function InlineEdit({ label, name, value, maxLength = 200, form, onSave }: Props) {
  const t = useText();
  const id = useId();
  const scripted = useScripted();
  const details = useRef<HTMLDetailsElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const close = () => {
    if (!details.current) return;
    details.current.open = false;
    details.current.querySelector("summary")?.focus();
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    if (!onSave) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void onSave(String(new FormData(event.currentTarget).get(name))).then((wrong) => {
      setBusy(false);
      setError(wrong);
      if (!wrong) close();
    });
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  const begin = () => {
    const input = details.current?.querySelector("input:not([type=hidden])") as HTMLInputElement | null;
    if (!details.current?.open || !input) return setError(undefined);
    // What was typed and refused, else what is stored.
    input.value = input.defaultValue;
    input.select();
  };
  return (
    <details className="inline-edit" ref={details} onToggle={begin}>
      <summary aria-label={t("controls.change", { what: label, value })}>
        <span>{value}</span>
        <Icon name="pencil" size={14} />
      </summary>
      <ActionForm {...form} onSubmit={save}>
        <TextInput
          className="input"
          name={name}
          defaultValue={value}
          maxLength={maxLength}
          required
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onKeyDown={escape}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {t("controls.save")}
        </Button>
        {scripted && <IconButton icon="x" label={t("controls.cancel")} onClick={close} />}
        {error && (
          <p className="field-error" id={id} role="alert">
            <Icon name="circle-alert" size={16} />
            {error}
          </p>
        )}
      </ActionForm>
    </details>
  );
}
