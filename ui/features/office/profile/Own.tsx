/** What one does with one's own words: changes them, takes them away, and brings them back. */
import { useEffect, useRef } from "react";
import { ActionForm, Button, Icon, PageLink } from "../../../components";
import { TextArea } from "../../../components/fields";
import { Guarded } from "../../../components/forms/Guarded";
import { NotSaved } from "../../../components/forms/NotSaved";
import { useToast } from "../../../components/toasts/useToast";
import { useEditing } from "../../../hooks/useEditing";
import { useFormat, useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { profileApi } from "./api";
import { changes } from "./changes";
import type { profileGrammar } from "./query";
import { QuickForm, useDoing } from "./QuickForm";
import type { Post, Remark } from "./types";

interface Props {
  row: Remark;
  /** The post, or the post the comment is on. */
  postId: string;
  anchor: string;
}

/** Which of one's texts is in its form: that of the address, or one whose form was refused. */
export function useChanging(): string | null {
  const { query, form } = usePage<typeof profileGrammar>();
  const refused =
    form?.values.text === undefined ? undefined : /\/posts\/(\d+)$/.exec(form.problem.instance ?? "")?.[1];
  return refused ?? query.edit[0] ?? null;
}

/** The ways to change it and to take it away, for whom there are any. */
export function Own({ row, postId, anchor }: Props) {
  const t = useText();
  const { here } = usePage<typeof profileGrammar>();
  const { place, tell } = useDoing();
  const { show } = useToast();
  const [remove] = changes.useRemoveMutation();
  const [restore] = changes.useRestoreMutation();
  const isPost = row.id === postId;
  const label = t(isPost ? "profile.removePost" : "profile.removeComment");
  const send = () => {
    const answer = remove({ ...place, postId, id: row.id, revision: row.revision });
    const undo = ({ id, revision }: Post) => ({
      label: t("common.undo"),
      do: () => void tell(restore({ id, revision })),
    });
    answer.unwrap().then(
      (gone) => show({ text: t("profile.done.removed"), action: undo(gone) }),
      () => undefined,
    );
    return answer;
  };
  return (
    <span className="pf-own">
      {row.editable && (
        <PageLink
          replace
          to={`${here({ edit: row.id, gone: undefined })}#${anchor}`}
          className="icon-button"
          aria-label={t("profile.change")}
          title={t("profile.change")}
        >
          <Icon name="pencil" size={16} />
        </PageLink>
      )}
      {/* A post that is shown alone leaves nothing behind to stand on. */}
      {row.removable && !(isPost && place.alone) && (
        <QuickForm
          call={`/api/v1/profile/posts/${row.id}`}
          method="DELETE"
          revision={row.revision}
          page={here({ edit: undefined, gone: `${row.id}.${row.revision + 1}` })}
          done="removed"
          send={send}
        >
          <button className="icon-button" aria-label={label} title={label}>
            <Icon name="trash" size={16} />
          </button>
        </QuickForm>
      )}
    </span>
  );
}

/** What was just taken away without a script is brought back. */
export function Gone({ id }: { id: string }) {
  const t = useText();
  const { here } = usePage<typeof profileGrammar>();
  const [row, revision] = id.split(".");
  return (
    <ActionForm
      call={`/api/v1/profile/posts/${row}/restore`}
      page={here({ gone: undefined })}
      done="restored"
      revision={revision ?? ""}
    >
      <Button type="submit" icon="history">
        {t("profile.restore")}
      </Button>
    </ActionForm>
  );
}

/** When it was written, and whether its author has changed it since. */
export function Written({ row, className = "" }: { row: Remark; className?: string }) {
  const t = useText();
  const f = useFormat();
  return (
    <span className={`quiet small ${className}`}>
      <time dateTime={row.created_at} title={f.dateTime(row.created_at)}>
        {f.ago(row.created_at)}
      </time>
      {row.edited_at && (
        <>
          {" "}
          ·{" "}
          <time dateTime={row.edited_at} title={f.dateTime(row.edited_at)}>
            {t("profile.edited")}
          </time>
        </>
      )}
    </span>
  );
}

/** The text, or its form while its author changes it. */
export function Words(props: Props) {
  const changing = useChanging();
  if (props.row.editable && props.row.id === changing) return <Changing {...props} />;
  return (
    <p className="pf-text" dir="auto">
      {props.row.text}
    </p>
  );
}

/** The form of a text, sent on the revision that was shown. */
function Changing({ row, postId, anchor }: Props) {
  const t = useText();
  const go = useGo();
  const { form, here } = usePage<typeof profileGrammar>();
  const { place } = useDoing();
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A refusal has the focus already.
    if (!field.current?.closest("form")?.contains(document.activeElement))
      field.current?.querySelector("textarea")?.focus();
  }, []);
  const [change] = changes.useChangeMutation();
  const [look] = profileApi.useLazyPostQuery();
  const call = `/api/v1/profile/posts/${row.id}`;
  const to = `${here({ edit: undefined })}#${anchor}`;
  const editing = useEditing<Remark, { text: string }, Post>(row, {
    form: form?.problem.instance === call ? form : null,
    draftOf: ({ text }) => ({ text }),
    typed: ({ text }, draft) => ({ text: text ?? draft.text }),
    read: (sent) => ({ text: String(new FormData(sent).get("text")) }),
    send: ({ text }, { id, revision }) => change({ ...place, postId, id, revision, text }),
    look: () => look(row.id),
    saved: () => go(to, { replace: true, stays: true }),
  });
  const { base, draft, theirs, stale } = editing;
  return (
    <Guarded refused={editing.unsaved}>
      <ActionForm
        call={call}
        method="PATCH"
        page={to}
        done="changed"
        revision={String(base.revision)}
        className="stack"
        onSubmit={editing.onSubmit}
      >
        <NotSaved
          by={editing}
          to={here()}
          differences={[{ label: t("profile.text"), mine: draft.text, theirs: theirs.text }]}
        />
        <div ref={field}>
          <TextArea
            key={editing.key}
            label={t("profile.text")}
            name="text"
            required
            maxLength={2000}
            rows={3}
            dir="auto"
            defaultValue={draft.text}
            error={editing.errors.text}
          />
        </div>
        <p className="row">
          <Button type="submit" variant="primary" busy={editing.busy}>
            {t(stale ? "controls.keepMine" : "controls.save")}
          </Button>
          <PageLink replace to={to} className="button">
            {t("controls.cancel")}
          </PageLink>
        </p>
      </ActionForm>
    </Guarded>
  );
}
