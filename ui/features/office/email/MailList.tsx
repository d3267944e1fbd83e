/** The list: search, rows that can be ticked, and what can be done with the ticked ones. */
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { ActionForm, Empty, Icon, LinkButton, PageLink } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { submitPath } from "../../../components/ActionForm";
import { DialogButton } from "../../../components/dialogs/buttons";
import { SearchForm } from "../../../components/fields/SearchForm";
import { ChoiceInput } from "../../../components/forms/controls";
import { useFormat, useText } from "../../../lib/i18n";
import { later, useGetForm, usePage } from "../../../page";
import { BulkActions } from "./BulkActions";
import { whenOf, whoOf } from "./peopleAndTimes";
import { composePath, listPath, mailPath } from "./places";
import { labelOf, type Do, type ListArgs, type MailPage, type MailRow } from "./types";
import type { Mails } from "./useMails";

interface Props {
  list: ListArgs;
  data: MailPage | undefined;
  mails: Mails;
  current: string | undefined;
}

const Confirm = later(() => import("../../../components/dialogs/Confirm"), "Confirm");
const STARS = "mail-stars";
const picks = (form: HTMLElement | null) => [...(form?.querySelectorAll<HTMLInputElement>(".mail-pick") ?? [])];

/** The pane. */
export function MailList({ list, data, mails, current }: Props) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const submit = useGetForm();
  const [ticked, setTicked] = useState(0);
  const here = current ? mailPath(current, list) : listPath(list.place, list);
  const count = () => setTicked(picks(box.current).filter((pick) => pick.checked).length);
  const tick = (all: boolean) => {
    for (const pick of picks(box.current)) pick.checked = all;
    count();
  };
  useEffect(() => {
    setTicked(picks(box.current).filter((pick) => pick.checked).length);
    box.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [data, current]);
  const act = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { value } = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement;
    const ids = picks(box.current)
      .filter((pick) => pick.checked)
      .map((pick) => pick.value);
    event.currentTarget.querySelectorAll("details[open]").forEach((menu) => menu.removeAttribute("open"));
    tick(false);
    void mails.many(ids, value as Do);
  };
  const arrows = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !(event.target as Element).matches(".mail-subject")) return;
    event.preventDefault();
    focusRow(step);
  };
  // i18n: email.folder.* email.label.*
  const label = labelOf(list.place);
  const title = label ? t(`email.label.${label}`) : t(`email.folder.${list.place}`);
  const items = data?.items ?? [];
  return (
    <>
      <header className="mail-top flex">
        <SearchForm label={t("mails.search")} action={listPath(list.place)} value={list.q} onSubmit={submit} />
        {list.place === "trash" && items.length > 0 && <EmptyTrash mails={mails} />}
      </header>
      {/* Stars are sent by a form of their own: what is ticked has nothing to do with them. */}
      <ActionForm id={STARS} call="/api/v1/mail/many" page={here} onSubmit={(event) => event.preventDefault()} />
      <div className="mail-body" ref={box}>
        <ActionForm
          className="mail-list"
          call="/api/v1/mail/many"
          page={here}
          done="changed"
          onSubmit={act}
          onChange={count}
        >
          <BulkActions
            title={title}
            beside={Boolean(current)}
            place={list.place}
            ticked={ticked}
            of={items.length}
            total={data?.total ?? 0}
            tickAll={tick}
          />
          {/* The keys are those of the links within. */}
          {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
          <div className="mail-rows" onKeyDown={arrows}>
            {items.length > 0 && (
              <ul aria-label={title}>
                {items.map((row) => (
                  <Row key={row.id} row={row} list={list} here={here} current={row.id === current} mails={mails} />
                ))}
              </ul>
            )}
            {data && items.length === 0 && <Nothing list={list} />}
            {data && data.total > data.per && (
              <Pagination of={data} to={(page) => listPath(list.place, { q: list.q, page })} />
            )}
          </div>
        </ActionForm>
      </div>
    </>
  );
}

/** Move the focus among the rows; from outside to the first, or to the one that is read. */
export function focusRow(step: number): void {
  const all = [...document.querySelectorAll<HTMLElement>(".mail-subject")];
  const now = all.findIndex((link) => link.closest("li")?.contains(document.activeElement));
  const start = all.findIndex((link) => link.closest("[aria-current]"));
  const at = now >= 0 ? now + step : Math.max(0, start);
  all[Math.max(0, Math.min(all.length - 1, at))]?.focus();
}

/** One mail: who, what, how it begins, when. */
function Row({
  row,
  list,
  here,
  current,
  mails,
}: {
  row: MailRow;
  list: ListArgs;
  here: string;
  current: boolean;
  mails: Mails;
}) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const what = row.subject || t("email.noSubject");
  const draft = row.kind === "draft" && row.folder !== "trash";
  const star = submitPath({
    call: `/api/v1/mail/${row.id}`,
    method: "PATCH",
    page: here,
    revision: String(row.revision),
  });
  return (
    <li
      className={row.is_read ? "mail-row" : "mail-row unread"}
      data-mail={row.id}
      aria-current={current ? "true" : undefined}
    >
      <ChoiceInput
        type="checkbox"
        className="mail-pick"
        name="ids[]"
        value={row.id}
        aria-label={t("mails.pick", { what })}
      />
      <span className="mail-who flex gap-6 quiet">
        {!row.is_read && (
          <>
            <i className="mail-new" aria-hidden="true" />
            <span className="sr">{t("email.unread")} </span>
          </>
        )}
        {draft && <span className="mail-draft">{t(row.send_at ? "mails.isSending" : "mails.isDraft")} </span>}
        <bdi>{whoOf(row, t, f)}</bdi>
      </span>
      <time className="mail-when" dateTime={row.at} title={f.dateTime(row.at)}>
        {whenOf(row.at, session.now, f)}
      </time>
      <PageLink className="mail-subject" to={draft ? composePath({ draft: row.id }) : mailPath(row.id, list)}>
        <bdi>{what}</bdi>
      </PageLink>
      <span className="mail-marks flex quiet">
        {row.files > 0 && (
          <span title={t("email.files", { n: row.files })}>
            <Icon name="paperclip" size={14} />
            <span className="sr">{t("email.files", { n: row.files })}</span>
          </span>
        )}
        <button
          type="submit"
          form={STARS}
          formAction={star}
          name="is_starred"
          value={row.is_starred ? "0" : "1"}
          className="icon-button mail-star"
          aria-pressed={row.is_starred}
          aria-label={t("mails.star", { what })}
          title={t("mails.starred")}
          onClick={(event) => {
            event.preventDefault();
            void mails.many([row.id], row.is_starred ? "unstar" : "star", { quiet: true });
          }}
        >
          <Icon name="star" size={16} />
        </button>
      </span>
      <span className="mail-line flex gap-6">
        {/* i18n: email.label.* */}
        {row.labels.map((label) => (
          <span key={label} className={`pill mail-label of-${label}`}>
            {t(`email.label.${label}`)}
          </span>
        ))}
        <span className="mail-snippet" dir="auto">
          {row.snippet || t("mails.noText")}
        </span>
      </span>
    </li>
  );
}

/** Deletes all of the trash, after asking. */
function EmptyTrash({ mails }: { mails: Mails }) {
  const t = useText();
  return (
    <>
      <DialogButton opens="empty-trash" size="s" variant="danger" icon="trash">
        {t("mails.empty")}
      </DialogButton>
      <Confirm
        id="empty-trash"
        title={t("mails.emptyAsk")}
        act={t("mails.empty")}
        keep={t("mails.keep")}
        form={{ call: "/api/v1/mail/trash/empty", page: listPath("trash"), done: "emptied" }}
        onConfirm={mails.empty}
      >
        {t("mails.emptyText")}
      </Confirm>
    </>
  );
}

/** None fits, none is there, or none on this page. */
function Nothing({ list }: { list: ListArgs }) {
  const t = useText();
  if (list.q)
    return (
      <Empty
        icon="filter"
        title={t("mails.noneTitle", { what: list.q })}
        actions={<LinkButton to={listPath(list.place)}>{t("mails.showAll")}</LinkButton>}
      />
    );
  if (list.page !== 1)
    return (
      <Empty
        icon="filter"
        title={t("mails.pastTitle")}
        actions={<LinkButton to={listPath(list.place)}>{t("mails.toFirst")}</LinkButton>}
      />
    );
  // i18n: mails.none.* mails.noneText.*
  const kind = labelOf(list.place) ? "label" : list.place;
  return (
    <Empty icon={list.place === "trash" ? "trash" : "inbox"} title={t(`mails.none.${kind}`)}>
      {t(`mails.noneText.${kind}`)}
    </Empty>
  );
}
