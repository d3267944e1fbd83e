/** The sheets: what is known of someone, and what people say about themselves. */
import { useState, type FormEvent } from "react";
import { ActionForm, Button, Notice, PageLink, Trouble } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Radio } from "../../../components/fields";
import { Dialog } from "../../../components/dialogs/Dialog";
import { Person } from "../../../components/data/People";
import { CountedTextArea } from "../../../components/fields/CountedTextArea";
import { ChoiceGroup } from "../../../components/fields/choices";
import { isProblem, NO_ANSWER, type Problem } from "../../../api";
import { useToast } from "../../../components/toasts/useToast";
import { release } from "../../../lib/unsaved";
import { useFormat, useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { chatApi } from "./api";
import type { talkGrammar } from "./query";
import { useTitle } from "./Side";
import { ABOUT_LENGTH, STATUS, type OwnTalkPerson } from "./types";

/** Where a sheet closes to, and how. */
function useClose() {
  const { here } = usePage<typeof talkGrammar, "id">();
  const go = useGo();
  const to = here({ profile: undefined, me: undefined });
  return { to, close: () => go(to, { replace: true }) };
}

/** Someone. */
export function ProfileSheet({ id }: { id: string }) {
  const t = useText();
  const f = useFormat();
  const does = useTitle();
  const { to, close } = useClose();
  const result = chatApi.useTalkPersonQuery(id);
  const { data } = result;
  if (!data)
    return (
      <Dialog sheet open closeTo={to} onClose={close} title={t("chat.profile")}>
        <Trouble of={result} />
      </Dialog>
    );
  return (
    <Dialog
      sheet
      open
      closeTo={to}
      onClose={close}
      title={data.full_name}
      lead={does(data)}
      mark={<Person name={data.full_name} src={data.avatar} presence={data.status} />}
    >
      {data.about && (
        <p className="tk-about" dir="auto">
          {data.about}
        </p>
      )}
      <Facts
        items={[
          [t("chat.status"), t(`data.presence.${data.status}`)],
          [t("chat.role"), t(`chat.role.${data.role}`)],
          [
            t("chat.email"),
            <a key="mail" href={`mailto:${data.email}`}>
              <bdi dir="ltr">{data.email}</bdi>
            </a>,
          ],
          [t("chat.company"), data.company || f.number(null)],
          [t("chat.country"), data.country || f.number(null)],
        ]}
      />
    </Dialog>
  );
}

/** The reader, once it is known what one says. */
export function OwnSheet() {
  const t = useText();
  const { to, close } = useClose();
  const result = chatApi.useOwnTalkerQuery();
  if (!result.data)
    return (
      <Dialog sheet open closeTo={to} onClose={close} title={t("chat.own")}>
        <Trouble of={result} />
      </Dialog>
    );
  return <Editing own={result.data} />;
}

/** The form of one's status and words, sent on the revision that was shown. */
function Editing({ own }: { own: OwnTalkPerson }) {
  const t = useText();
  const does = useTitle();
  const { form, here } = usePage<typeof talkGrammar, "id">();
  const { to, close } = useClose();
  const { show } = useToast();
  const [base, setBase] = useState(own);
  const [problem, setProblem] = useState<Problem | null>(form?.problem ?? null);
  const [busy, setBusy] = useState(false);
  const change = chatApi.useChangeOwnTalkerMutation()[0];
  const look = chatApi.useLazyOwnTalkerQuery()[0];
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const values = new FormData(sent);
    setBusy(true);
    const { data, error } = await change({
      revision: base.revision,
      values: {
        status: String(values.get("status")) as OwnTalkPerson["status"],
        about: String(values.get("about") ?? ""),
      },
    });
    setBusy(false);
    if (data) {
      release(sent);
      close();
      return show({ text: t("chat.saved") });
    }
    const problem: Problem = isProblem(error) ? error : { status: 500 };
    // What is typed stays; the next try is made on what is there now.
    if (problem.status === 412) setBase((await look()).data ?? base);
    setProblem(problem);
  };
  const stale = problem?.status === 412;
  return (
    <Dialog
      sheet
      open
      closeTo={to}
      onClose={close}
      title={own.full_name}
      lead={does(own)}
      mark={<Person name={own.full_name} src={own.avatar} presence={own.status} />}
      form={(inside) => (
        <ActionForm
          call="/api/v1/chat/me"
          method="PATCH"
          revision={String(base.revision)}
          page={here()}
          then={to}
          done="saved"
          onSubmit={(event) => void send(event)}
        >
          {inside}
        </ActionForm>
      )}
      unsaved={problem !== null}
      actions={
        <>
          <PageLink
            to={to}
            className="button"
            onClick={(event) => {
              event.preventDefault();
              close();
            }}
          >
            {t("chat.cancel")}
          </PageLink>
          <Button type="submit" variant="primary" busy={busy}>
            {t("chat.save")}
          </Button>
        </>
      }
    >
      {stale && (
        <Notice tone="warn" icon="git-branch" focus title={t("chat.staleTitle")}>
          {t("chat.staleText", { status: t(`data.presence.${base.status}`), about: base.about || "—" })}
        </Notice>
      )}
      {problem && !stale && !Object.keys(problem.errors ?? {}).length && (
        <Notice tone="bad" focus title={t("chat.notSaved")}>
          {problem.status === NO_ANSWER ? t("chat.offline") : problem.detail}
        </Notice>
      )}
      <ChoiceGroup legend={t("chat.status")} radio error={problem?.errors?.status}>
        {STATUS.map((status) => (
          <Radio
            key={status}
            name="status"
            value={status}
            defaultChecked={(form?.values.status ?? own.status) === status}
            label={t(`data.presence.${status}`)}
          />
        ))}
      </ChoiceGroup>
      <CountedTextArea
        label={t("chat.about")}
        help={t("chat.aboutHelp")}
        name="about"
        rows={3}
        dir="auto"
        maxLength={ABOUT_LENGTH}
        defaultValue={form?.values.about ?? own.about}
        error={problem?.errors?.about}
      />
    </Dialog>
  );
}
