/** What is done to mails in place: seen at once, taken back with the reason when it is refused. */
import { isProblem } from "../../../api";
import { useToast } from "../../../components/toasts/useToast";
import { useOptimisticCalls } from "../../../hooks/useOptimisticCalls";
import { useText } from "../../../lib/i18n";
import { mailApi } from "./api";
import { labelOf, type Do, type ListArgs, type Mail, type MailPage, type MailRow, type MailsDone } from "./types";

const MARKS: Partial<Record<Do, Partial<MailRow>>> = {
  read: { is_read: true },
  unread: { is_read: false },
  star: { is_starred: true },
  unstar: { is_starred: false },
};
const HOMES = { received: "inbox", sent: "sent", draft: "draft" } as const;

/** What a word changes of one mail. */
function changed(row: MailRow, act: Do): Partial<MailRow> {
  const mark = MARKS[act];
  if (mark) return mark;
  const [word, label] = act.split("-") as [string, MailRow["labels"][number] | undefined];
  if (label)
    return {
      labels: word === "label" ? [...new Set([...row.labels, label])] : row.labels.filter((other) => other !== label),
    };
  return { folder: act === "back" ? HOMES[row.kind as keyof typeof HOMES] : (act as MailRow["folder"]) };
}

/** Whether a mail is in a list. */
function belongs(row: MailRow, place: string): boolean {
  const label = labelOf(place);
  if (label) return row.labels.some((other) => other === label) && row.folder !== "spam" && row.folder !== "trash";
  return place === "starred" ? row.is_starred && row.folder !== "trash" : row.folder === place;
}

/** The ways to change mails, each of which answers for itself in a toast. */
export function useMails() {
  const t = useText();
  const { show } = useToast();
  const { send, see, refuse } = useOptimisticCalls({
    api: mailApi,
    tag: "Mail",
    texts: { offline: t("mails.offline"), meanwhile: t("mails.meanwhile"), failed: t("email.failed") },
  });

  /** What is done to mails, in every list and mail that is kept. */
  const recipes = (ids: readonly string[], act: Do) => ({
    mails: (page: MailPage, { place }: ListArgs) => {
      for (const row of page.items) if (ids.includes(row.id)) Object.assign(row, changed(row, act));
      const left = page.items.filter(
        (row) => !ids.includes(row.id) || belongs(row, place) || Object.hasOwn(MARKS, act),
      );
      page.total -= page.items.length - left.length;
      page.items = left;
    },
    mail: (mail: Mail, id: string) => ids.includes(id) && Object.assign(mail, changed(mail, act)),
  });
  const call = async (ids: string[], act: Do): Promise<MailsDone | undefined> => {
    const undo = see(recipes(ids, act));
    const { data, error } = await send<MailsDone>(mailApi.endpoints.changeMails.initiate({ ids, do: act }));
    if (data) return data;
    undo();
    refuse(t("mails.notDone"), error);
    return undefined;
  };
  /** Do one thing to mails, and offer to take it back; `quiet` says nothing of it. */
  const many = async (ids: string[], act: Do, { quiet = false } = {}): Promise<boolean> => {
    if (ids.length === 0) return false;
    const done = await call(ids, act);
    if (!done) return false;
    const [word = "", label] = act.split("-");
    // i18n: mails.did.* email.label.*
    const text = t(`mails.did.${label ? word : act}`, {
      n: done.ids.length,
      ...(label && { label: t(`email.label.${label}`) }),
    });
    const back = async () => {
      for (const step of done.undo) await call(step.ids, step.do);
    };
    if (!quiet && done.ids.length > 0) show({ text, action: { label: t("email.undo"), do: () => void back() } });
    return true;
  };
  const destroy = async (mail: { id: string; revision: number }): Promise<string | undefined> => {
    const { error } = await send(mailApi.endpoints.deleteMail.initiate(mail));
    return error ? ((isProblem(error) ? error.detail : undefined) ?? t("email.failed")) : undefined;
  };
  const empty = async (): Promise<string | undefined> => {
    const { data, error } = await send<{ deleted: number }>(mailApi.endpoints.emptyTrash.initiate());
    if (data) show({ text: t("mails.emptied", { n: data.deleted }) });
    return data ? undefined : ((isProblem(error) ? error.detail : undefined) ?? t("email.failed"));
  };
  return { many, destroy, empty };
}

/** What can be done to mails. */
export type Mails = ReturnType<typeof useMails>;
