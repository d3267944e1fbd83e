/** One bookmark: where it leads, its last value, its place, its name. */
import type { ComponentProps } from "react";
import { ActionForm, Button, Icon, Notice, PageLink, type IconName } from "../../components";
import { Field } from "../../components/fields";
import { Grip } from "../../components/lists/SortableList";
import { figureText } from "../../lib/format";
import { useFormat, useText } from "../../lib/i18n";
import type { FormState } from "../../page";
import type { Bookmark } from "./api";

interface Props {
  row: Bookmark;
  /** The neighbours in its folder. */
  before: Bookmark | undefined;
  after: Bookmark | undefined;
  form: FormState | null;
  held: boolean;
  grip: ComponentProps<typeof Grip>;
}

/** The line with everything that can be done to it. */
export function Row({ row, before, after, form, held, grip }: Props) {
  const t = useText();
  const f = useFormat();
  const name = `\u2068${row.title}\u2069`;
  const value = row.figure && figureText(row.figure.value, row.figure.unit as "count", row.figure.currency, f);
  return (
    <li id={`b${row.id}`} tabIndex={-1} data-id={row.id} data-held={held || undefined}>
      <div className="keep">
        {(before ?? after) && <Grip {...grip} />}
        <Icon name={row.icon as IconName} size={16} />
        <span className="keep-name grow breaks">
          {row.trouble ? <span>{row.title}</span> : <PageLink to={row.url}>{row.title}</PageLink>}
          <small className="ellipsis" title={row.url}>
            <bdi dir="ltr">{row.url}</bdi>
          </small>
        </span>
        {value && !row.trouble && (
          <span className="keep-value">
            <b>{value}</b>
            <small>{f.ago(row.as_of)}</small>
          </span>
        )}
        <span className="keep-do">
          <Step row={row} to={before} icon="arrow-up" label={t("bookmarks.up", { name })} />
          <Step row={row} to={after} icon="arrow-down" label={t("bookmarks.down", { name })} />
          <ActionForm
            call={`/api/v1/bookmarks/${row.id}`}
            method="DELETE"
            page="/bookmarks"
            revision={String(row.revision)}
            done="removed"
          >
            <button
              className="icon-button"
              aria-label={t("bookmarks.remove", { name })}
              title={t("bookmarks.remove", { name })}
            >
              <Icon name="x" size={16} />
            </button>
          </ActionForm>
        </span>
      </div>
      {row.trouble && <Dead trouble={row.trouble} />}
      <Rename row={row} form={form} />
    </li>
  );
}

/** One place up or down within the folder. */
function Step({ row, to, icon, label }: { row: Bookmark; to: Bookmark | undefined; icon: IconName; label: string }) {
  if (!to) return <span className="icon-button" aria-hidden="true" />;
  return (
    <ActionForm
      call={`/api/v1/bookmarks/${row.id}`}
      method="PATCH"
      page={`/bookmarks#b${row.id}`}
      revision={String(row.revision)}
    >
      <button className="icon-button" name="position" value={to.position} aria-label={label} title={label}>
        <Icon name={icon} size={16} />
      </button>
    </ActionForm>
  );
}

/** What a link that leads nowhere has become, and what is nearest. */
function Dead({ trouble }: { trouble: NonNullable<Bookmark["trouble"]> }) {
  const t = useText();
  const kind = trouble.kind === "thing_gone" && trouble.key ? "bot_gone" : trouble.kind;
  return (
    <Notice
      tone="warn"
      icon="circle-alert"
      actions={
        <PageLink className="button size-s" to={trouble.url}>
          {t("bookmarks.nearest")}
        </PageLink>
      }
    >
      {/* i18n: bookmarks.t.* */}
      {t(`bookmarks.t.${kind}`, { key: trouble.key, value: `\u2068${trouble.value}\u2069` })}{" "}
      <bdi dir="ltr" className="quiet">
        {trouble.url}
      </bdi>
    </Notice>
  );
}

/** Name and folder; what was refused stays typed. */
function Rename({ row, form }: { row: Bookmark; form: FormState | null }) {
  const t = useText();
  const call = `/api/v1/bookmarks/${row.id}`;
  const refused = form?.problem.instance === call && form.problem.status >= 400 ? form : null;
  const errors = refused?.problem.errors ?? {};
  return (
    <details open={refused !== null}>
      <summary>{t("bookmarks.rename")}</summary>
      {refused && Object.keys(errors).length === 0 && (
        <Notice
          tone="bad"
          focus
          title={refused.problem.status === 412 ? t("bookmarks.stale") : refused.problem.detail}
        />
      )}
      <ActionForm
        className="keep-form"
        call={call}
        method="PATCH"
        page={`/bookmarks#b${row.id}`}
        revision={String(row.revision)}
        done="changed"
      >
        <Field
          label={t("bookmarks.name")}
          name="title"
          required
          maxLength={120}
          autoComplete="off"
          defaultValue={refused?.values.title ?? row.title}
        />
        <Field
          label={t("bookmarks.folder")}
          name="folder"
          maxLength={60}
          autoComplete="off"
          list="folders"
          defaultValue={refused?.values.folder ?? row.folder}
        />
        <Button type="submit">{t("bookmarks.save")}</Button>
      </ActionForm>
    </details>
  );
}
