/** Forms that take effect at once where there is script, and as plain forms where there is none. */
import { createContext, useContext, type FormEvent, type ReactNode } from "react";
import { ActionForm } from "../../../components";
import { usePage } from "../../../page";
import type { Place } from "./changes";
import type { profileGrammar } from "./query";
import type { Person } from "./types";

/** What every change needs to know: who does it, where posts are shown, and whom to tell of a refusal. */
export interface Doing {
  me: Person;
  place: Place;
  /** Waits for an answer; a refusal is reported. */
  tell: (answer: { unwrap: () => Promise<unknown> }) => Promise<void>;
}

/** Given by the page. */
export const DoingContext = createContext<Doing | null>(null);

/** The page's way of changing things. */
export function useDoing(): Doing {
  const doing = useContext(DoingContext);
  if (!doing) throw new Error("This belongs inside the profile.");
  return doing;
}

interface Props {
  call: string;
  method?: "POST" | "DELETE";
  fields?: Readonly<Record<string, string>>;
  revision?: number;
  /** Where the reader is afterwards, without script. */
  anchor?: string;
  /** The page they are led to then, if it is another one, and what it says. */
  page?: string;
  done?: string;
  send: (form: HTMLFormElement) => { unwrap: () => Promise<unknown> } | null;
  className?: string;
  children: ReactNode;
}

/** One change as a form. */
export function QuickForm({
  call,
  method = "POST",
  fields = {},
  revision,
  anchor = "main",
  page,
  done,
  send,
  className,
  children,
}: Props) {
  const { here } = usePage<typeof profileGrammar>();
  const { tell } = useDoing();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const answer = send(event.currentTarget);
    if (answer) void tell(answer);
  };
  return (
    <ActionForm
      call={call}
      method={method}
      page={`${page ?? here({ edit: undefined, gone: undefined })}#${anchor}`}
      className={className ?? "quick"}
      onSubmit={submit}
      {...(done && { done })}
      {...(revision !== undefined && { revision: String(revision) })}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </ActionForm>
  );
}
