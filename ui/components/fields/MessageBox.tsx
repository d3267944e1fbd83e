/** A box for a message, with its button: Enter sends, and what is left of its length is counted near the end. */
import type { KeyboardEventHandler, ReactNode, Ref } from "react";
import { useScripted } from "../../hooks/useScripted";
import { useFormat } from "../../lib/i18n";
import { Button } from "../Button";
import { Icon } from "../Icon";
import "../chat/talk.css";

/** From how many characters left on they are counted. */
const NEAR = 200;

interface Props {
  box: Ref<HTMLTextAreaElement>;
  label: string;
  placeholder: string;
  /** What is written so far, kept by a script; `initial` is what a page without script begins with. */
  draft: string;
  onType: (text: string) => void;
  initial: string;
  longest: number;
  left: string;
  send: string;
  onKeyDown: KeyboardEventHandler<HTMLTextAreaElement>;
  /** Why the message was not sent. */
  wrong: string;
  isBusy?: boolean;
  children?: ReactNode;
}

/** The parts of the form, children between the reason and the box. */
export function MessageBox(props: Props) {
  const f = useFormat();
  const scripted = useScripted();
  const { draft, wrong } = props;
  const left = props.longest - draft.length;
  // Without script the browser keeps what is typed; with one the tab does.
  const value = scripted
    ? { value: draft, onChange: (event: { target: { value: string } }) => props.onType(event.target.value) }
    : { defaultValue: props.initial };
  return (
    <>
      {wrong && (
        <p className="field-error" id="message-wrong" role="alert">
          <Icon name="circle-alert" size={16} />
          {wrong}
        </p>
      )}
      {props.children}
      <textarea
        ref={props.box}
        key={scripted ? "kept" : "sent"}
        name="text"
        className="input"
        rows={1}
        dir="auto"
        maxLength={props.longest}
        required
        aria-label={props.label}
        placeholder={props.placeholder}
        aria-describedby={wrong ? "message-wrong" : undefined}
        aria-invalid={wrong ? true : undefined}
        onKeyDown={props.onKeyDown}
        {...value}
      />
      {left <= NEAR && (
        <span className="tk-left" role="status">
          {f.number(left)}
          <span className="sr"> {props.left}</span>
        </span>
      )}
      <Button type="submit" variant="primary" icon="send" aria-label={props.send} aria-disabled={props.isBusy}>
        <span className="tk-send">{props.send}</span>
      </Button>
    </>
  );
}
