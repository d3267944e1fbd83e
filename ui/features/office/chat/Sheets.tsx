/** The sheets: what is known of someone, and what people say about themselves. */
import { Trouble } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Radio } from "../../../components/fields";
import { AddressDialog } from "../../../components/dialogs/AddressDialog";
import { useClose } from "../../../components/dialogs/useClose";
import { Person } from "../../../components/data/People";
import { CountedTextArea } from "../../../components/fields/CountedTextArea";
import { ChoiceGroup } from "../../../components/fields/choices";
import { EditSheet } from "../../../components/forms/EditSheet";
import { useToast } from "../../../components/toasts/useToast";
import { useEditing } from "../../../hooks/useEditing";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { chatApi } from "./api";
import type { talkGrammar } from "./query";
import { useTitle } from "./Side";
import { ABOUT_LENGTH, STATUS, type OwnTalkPerson } from "./types";

type Draft = Pick<OwnTalkPerson, "status" | "about">;

/** Where a sheet closes to, and how. */
function useSheet() {
  const { here } = usePage<typeof talkGrammar, "id">();
  const to = here({ profile: undefined, me: undefined });
  return { to, close: useClose(to) };
}

/** Someone. */
export function ProfileSheet({ id }: { id: string }) {
  const t = useText();
  const f = useFormat();
  const does = useTitle();
  const { to } = useSheet();
  const result = chatApi.useTalkPersonQuery(id);
  const { data } = result;
  if (!data)
    return (
      <AddressDialog sheet to={to} title={t("chat.profile")}>
        <Trouble of={result} />
      </AddressDialog>
    );
  return (
    <AddressDialog
      sheet
      to={to}
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
    </AddressDialog>
  );
}

/** The reader, once it is known what one says. */
export function OwnSheet() {
  const t = useText();
  const { to } = useSheet();
  const result = chatApi.useOwnTalkerQuery();
  if (!result.data)
    return (
      <AddressDialog sheet to={to} title={t("chat.own")}>
        <Trouble of={result} />
      </AddressDialog>
    );
  return <Editing own={result.data} />;
}

/** The form of one's status and words, sent on the revision that was shown. */
function Editing({ own }: { own: OwnTalkPerson }) {
  const t = useText();
  const does = useTitle();
  const { form } = usePage<typeof talkGrammar, "id">();
  const { to, close } = useSheet();
  const { show } = useToast();
  const change = chatApi.useChangeOwnTalkerMutation()[0];
  const look = chatApi.useLazyOwnTalkerQuery()[0];
  const editing = useEditing(own, {
    form,
    draftOf: ({ status, about }): Draft => ({ status, about }),
    typed: ({ status, about }, draft) => ({
      status: (status as Draft["status"] | undefined) ?? draft.status,
      about: about ?? draft.about,
    }),
    read: (sent) => {
      const values = new FormData(sent);
      return { status: String(values.get("status")) as Draft["status"], about: String(values.get("about") ?? "") };
    },
    send: ({ status, about }, { revision }) => change({ revision, values: { status, about } }),
    look: () => look(),
    saved: () => {
      close();
      show({ text: t("chat.saved") });
    },
  });
  const { base, draft, theirs } = editing;
  const differences = [
    {
      label: t("chat.status"),
      mine: t(`data.presence.${draft.status}`),
      theirs: t(`data.presence.${theirs.status}`),
    },
    { label: t("chat.about"), mine: draft.about, theirs: theirs.about },
  ].filter(({ mine, theirs }) => mine !== theirs);
  return (
    <EditSheet
      to={to}
      title={own.full_name}
      lead={does(own)}
      mark={<Person name={own.full_name} src={own.avatar} presence={own.status} />}
      form={{ call: "/api/v1/chat/me", method: "PATCH", revision: String(base.revision), then: to, done: "saved" }}
      editing={editing}
      differences={differences}
      action={t("chat.save")}
    >
      <ChoiceGroup key={`status ${editing.key}`} legend={t("chat.status")} radio fields={["status"]}>
        {STATUS.map((status) => (
          <Radio
            key={status}
            name="status"
            value={status}
            defaultChecked={draft.status === status}
            label={t(`data.presence.${status}`)}
          />
        ))}
      </ChoiceGroup>
      <CountedTextArea
        key={`about ${editing.key}`}
        label={t("chat.about")}
        help={t("chat.aboutHelp")}
        name="about"
        rows={3}
        dir="auto"
        maxLength={ABOUT_LENGTH}
        defaultValue={draft.about}
      />
    </EditSheet>
  );
}
