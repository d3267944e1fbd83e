/** People a mail is for, on one line; the one being typed is looked for among the people of the workspace. */
import { useCallback } from "react";
import { useDispatch } from "react-redux";
import { Labelled, useAround } from "../../../components/fields";
import { useFieldError } from "../../../components/forms/typed";
import { ComboInput } from "../../../components/fields/ComboInput";
import type { Option, Search } from "../../../components/fields/useSearch";
import { useScripted } from "../../../hooks/useScripted";
import { mailApi } from "./api";
import { useRecipients } from "./useRecipients";

interface Props {
  label: string;
  name: string;
  value: string;
  help?: string;
  onText: (text: string) => void;
}

/** What is before the address that is being typed, and that itself. */
export function lastOf(text: string): { before: string; last: string } {
  const at = Math.max(text.lastIndexOf(","), text.lastIndexOf(";")) + 1;
  return { before: text.slice(0, at), last: text.slice(at).trim() };
}

/** A name that ends too early without quotes has them. */
const quoted = (name: string) => (/[,;<>]/.test(name) ? `"${name.replaceAll('"', "")}"` : name);

/** Asks for people whose names or addresses fit. */
function usePeople(): Search {
  const dispatch = useDispatch();
  return useCallback(
    async (q, signal) => {
      const request = dispatch(mailApi.endpoints.mailPeople.initiate(q, { subscribe: false }) as never) as unknown as {
        abort: () => void;
        unwrap: () => Promise<{ people: { name: string; email: string }[] }>;
      };
      signal.addEventListener("abort", () => request.abort());
      return (await request.unwrap()).people.map(({ name, email }): Option => ({
        value: `${quoted(name)} <${email}>`,
        label: name,
        about: email,
      }));
    },
    [dispatch],
  );
}

/** The field; without script a line to type addresses into. */
export function AddressField({ label, name, value, help: about, onText }: Props) {
  const { error, help = about } = useRecipients(value);
  const { id, message, aria: around } = useAround({ error, help, name });
  const refusedFor = useFieldError(name);
  // What is noticed while one types elsewhere does not take the focus.
  const aria = { ...around, autoFocus: Boolean(refusedFor) };
  const people = usePeople();
  const scripted = useScripted();
  const { before, last } = lastOf(value);
  const choose = (option: Option) => onText(`${before}${before ? " " : ""}${option.value}, `);
  return (
    <Labelled id={id} label={label} message={message} help={help}>
      {scripted ? (
        <ComboInput
          {...aria}
          className="input"
          name={name}
          label={label}
          source={people}
          text={value}
          search={last}
          chosen={[]}
          onText={onText}
          onChoose={choose}
          onLeave={() => undefined}
          maxLength={4000}
          dir="auto"
        />
      ) : (
        <input
          {...aria}
          className="input"
          name={name}
          defaultValue={value}
          maxLength={4000}
          autoComplete="off"
          dir="auto"
        />
      )}
    </Labelled>
  );
}
