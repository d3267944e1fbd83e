import { useId, useState, type ComponentProps, type FormEvent, type ReactNode } from "react";
import { useScripted } from "../../hooks/useScripted";
import { Text, useText } from "../../lib/i18n";
import { ActionForm } from "../ActionForm";
import { Button } from "../Button";
import { Notice } from "../states";
import { CloseButton } from "./buttons";
import { Dialog } from "./Dialog";
import "../controls.css";

interface Props {
  /** What a `DialogButton` opens it by. */
  id: string;
  title: string;
  /** The verb of the act, repeated on its button. */
  act: string;
  /** The safe choice, which has the focus. */
  keep: string;
  /** Must be typed before the act can be done. */
  word?: string;
  form: Omit<ComponentProps<typeof ActionForm>, "children" | "onSubmit">;
  /** Does it without leaving the page; answers why it could not, or nothing, and the dialog closes. */
  onConfirm?: () => Promise<string | undefined>;
  /** What is lost. */
  children: ReactNode;
}

/**
 * Asks before what cannot be undone. Without script it is the same form, held back by the browser until the word is
 * right.
 */
export function Confirm({ id, title, act, keep, word, form, onConfirm, children }: Props) {
  const t = useText();
  const field = useId();
  const scripted = useScripted();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (!onConfirm) return;
    event.preventDefault();
    if (busy) return;
    const dialog = event.currentTarget.closest("dialog");
    setBusy(true);
    void onConfirm().then((refusal) => {
      setBusy(false);
      setWrong(refusal);
      if (!refusal) dialog?.close();
    });
  };
  const ready = !word || typed === word;
  return (
    <Dialog
      id={id}
      title={title}
      onClose={() => {
        setTyped("");
        setWrong(undefined);
      }}
      form={(inside) => (
        <ActionForm {...form} noValidate={scripted} onSubmit={send}>
          {inside}
        </ActionForm>
      )}
      actions={
        <>
          <CloseButton of={id} data-first>
            {keep}
          </CloseButton>
          <Button type="submit" variant="danger" className="filled" disabled={scripted && !ready} busy={busy}>
            {act}
          </Button>
        </>
      }
    >
      {wrong && <Notice tone="bad">{wrong}</Notice>}
      <div className="quiet">{children}</div>
      {word && (
        <div className="field">
          <label className="field-head" htmlFor={field}>
            <span>
              <Text id="controls.typeWord" values={{ word: <kbd>{word}</kbd> }} />
            </span>
          </label>
          <input
            id={field}
            className="input"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            required
            pattern={word}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            title={t("controls.typeWord", { word })}
          />
        </div>
      )}
    </Dialog>
  );
}
