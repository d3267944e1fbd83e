/** What an intent and an entity have in common: a form under a name that can be changed, and deleting it with undo. */
import type { FormEvent, MouseEvent, ReactNode } from "react";
import { ActionForm } from "../../../components";
import { submitPath } from "../../../components/ActionForm";
import { useToast } from "../../../components/toasts/useToast";
import { useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { renameKey } from "../document/edit";
import { FieldRoot, useEditor } from "../document/editor";
import { NameField } from "../document/NameField";
import { Refused } from "../document/Refused";
import type { FlowDocument } from "../document/types";
import type { understandingGrammar } from "./query";

type Kind = "intents" | "entities";
const KEYS = { intents: "intent", entities: "entity" } as const;

/** The call of a part, the address without it, and what its delete button does with and without script. */
export function useNamedPart(kind: Kind, name: string) {
  const t = useText();
  const go = useGo();
  const { show } = useToast();
  const { here } = usePage<typeof understandingGrammar, "id">();
  const { bot, document, revision, change } = useEditor();
  const call = `/api/v1/bots/${bot}/flow/${kind}/${encodeURIComponent(name)}`;
  const closed = here({ [KEYS[kind]]: undefined });
  const deleting = (without: FlowDocument, message: string) => ({
    formAction: submitPath({ call, method: "DELETE", page: closed, revision: String(revision), done: "deleted" }),
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      change(without);
      go(closed, { stays: true, replace: true });
      show({ text: message, action: { label: t("flow.undoIt"), do: () => change(document) } });
    },
  });
  return { call, closed, deleting };
}

/** The form of a part; without script it is sent whole. */
export function NamedForm(props: { kind: Kind; name: string; className: string; children: ReactNode }) {
  const { kind, name, className, children } = props;
  const { here } = usePage<typeof understandingGrammar, "id">();
  const { revision, refused } = useEditor();
  const { call } = useNamedPart(kind, name);
  return (
    <FieldRoot path={[kind, name]}>
      <ActionForm
        className={className}
        call={call}
        method="PUT"
        page={here()}
        then={here({ [KEYS[kind]]: "{id}" }).replace("%7Bid%7D", "{id}")}
        revision={String(revision)}
        autoComplete="off"
        done="saved"
        onSubmit={(event: FormEvent) => event.preventDefault()}
      >
        {refused && <Refused />}
        {children}
      </ActionForm>
    </FieldRoot>
  );
}

/** The name of a part: what refers to it follows. */
export function PartName(props: {
  kind: Kind;
  name: string;
  label: string;
  help: string;
  pattern?: string;
  asWords?: boolean;
}) {
  const { kind, name, ...more } = props;
  const go = useGo();
  const { here } = usePage<typeof understandingGrammar, "id">();
  const { document, change } = useEditor();
  return (
    <NameField
      {...more}
      value={name}
      taken={(to) => Object.hasOwn(document[kind] ?? {}, to)}
      rename={(to) => {
        change(renameKey(document, kind, name, to));
        go(here({ [KEYS[kind]]: to }), { stays: true, replace: true });
        return true;
      }}
    />
  );
}
