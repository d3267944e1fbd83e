/** Whom a mail would not reach, reported while one types. */
import { useEffect, useState } from "react";
import { useFormat, useText } from "../../../lib/i18n";
import { mailApi } from "./api";

const WAIT_MS = 500;

/** The addresses of a field that are outside the workspace: an error where no mail leaves it, else a note. */
export function useRecipients(text: string): { error?: string[]; help?: string } {
  const t = useText();
  const f = useFormat();
  const [question, setAsked] = useState("");
  useEffect(() => {
    const clock = setTimeout(() => setAsked(text.trim()), WAIT_MS);
    return () => clearTimeout(clock);
  }, [text]);
  const { currentData } = mailApi.useMailRecipientsQuery(question, { skip: !question.includes("@") });
  // What is being typed is not judged yet.
  const outside = (currentData?.outside ?? []).filter((address) => text.includes(address));
  if (outside.length === 0) return {};
  const values = { n: outside.length, who: outside.join(f.comma) };
  return currentData?.delivers
    ? { help: t("email.outsideHelp", values) }
    : { error: [t("email.outsideError", values)] };
}
