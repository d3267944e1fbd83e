/** The questions before someone is suspended, deactivated or loses their second factor: why, and who takes over. */
import { useState, type FormEvent } from "react";
import type { Problem } from "../../../api";
import { Notice, Trouble } from "../../../components";
import { useClose } from "../../../components/dialogs/useClose";
import { FormDialog } from "../../../components/forms/FormDialog";
import { Field, Select } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { peopleApi } from "./api";
import type { Asking } from "./asking";
import type { memberGrammar } from "./query";
import type { Member } from "./types";
import { usePeople, useReason } from "./usePeople";

/** Asks why, and who takes over what they own. */
export function MoveDialog({ member, move, to }: { member: Member; move: Asking; to: string }) {
  const t = useText();
  const close = useClose(to);
  const { form, here } = usePage<typeof memberGrammar, "id">();
  const { deactivate } = usePeople();
  const reason = useReason();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | undefined>();
  const errors = refused?.errors ?? form?.problem.errors ?? {};
  const wrong = refused ? reason(refused) : form && !form.answer ? form.problem.detail : undefined;
  // With script the person is shown as deactivated at once, and the toast takes it back.
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const formData = new FormData(event.currentTarget);
    const text = (name: string) => String(formData.get(name) ?? "");
    setBusy(true);
    const problem = await deactivate(member, { successor: text("successor") || null, reason: text("reason") });
    setBusy(false);
    setRefused(problem);
    if (!problem) close();
  };
  return (
    <FormDialog
      to={to}
      title={t(`person.ask.${move}`, { who: member.full_name }) /* i18n: person.ask.* person.askText.* */}
      form={{
        call: `/api/v1/people/${member.id}/${move}`,
        page: here(),
        then: to,
        done: move,
        ...(move === "deactivate" && { onSubmit: (event) => void send(event) }),
      }}
      danger
      busy={busy}
      action={t(`person.move.${move}`)}
    >
      {wrong !== undefined && Object.keys(errors).length === 0 && (
        <Notice tone="bad" focus title={t("people.refused")}>
          {wrong}
        </Notice>
      )}
      <p>{t(`person.askText.${move}`)}</p>
      {move === "deactivate" && <Successor member={member} error={errors.successor} />}
      <Field
        label={t("person.reason")}
        name="reason"
        maxLength={90}
        autoComplete="off"
        dir="auto"
        defaultValue={form?.values.reason ?? ""}
        help={t("person.reasonHelp")}
      />
    </FormDialog>
  );
}

/** Who takes over; what there is to take over is said beside. */
function Successor({ member, error }: { member: Member; error: string[] | undefined }) {
  const t = useText();
  const { form } = usePage();
  const owned = peopleApi.useOwnedQuery(member.id);
  const people = peopleApi.useSuccessorsQuery(member.id);
  if (!owned.data || !people.data) return <Trouble of={owned.data ? people : owned} />;
  if (owned.data.total === 0) return <p className="quiet">{t("person.ownsNothing")}</p>;
  const others = people.data.items;
  if (others.length === 0) return <Notice tone="warn">{t("person.noSuccessor")}</Notice>;
  return (
    <Select
      label={t("person.successor")}
      name="successor"
      defaultValue={form?.values.successor ?? ""}
      error={error}
      help={t("person.successorHelp", { n: owned.data.total })}
      options={[
        { value: "", label: t("person.choose") },
        ...others.map(({ id, full_name }) => ({ value: id, label: full_name })),
      ]}
    />
  );
}
