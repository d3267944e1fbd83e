/** To whom a conversation can be given: colleagues who may answer it, and the reader. */
import { ActionForm, Menu } from "../../components";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { inboxApi } from "./api";
import type { inboxGrammar } from "./query";
import type { HandoffDetail } from "./types";

/** The menu of a conversation that goes on. */
export function Assign({ handoff }: { handoff: HandoffDetail }) {
  const t = useText();
  const { here, params, session } = usePage<typeof inboxGrammar, "id">();
  const { data } = inboxApi.useColleaguesQuery(params.id);
  const me = session.user?.id;
  const others = (data?.people ?? []).filter(({ id }) => id !== handoff.agent?.id);
  if (others.length === 0) return null;
  return (
    <Menu label={t("inbox.assign")} icon="user-plus">
      <ActionForm call={`/api/v1/handoffs/${handoff.id}/assign`} page={here()} done="assigned">
        {others.map(({ id, name, available }) => (
          <button key={id} className="menu-item" name="agent" value={id}>
            <span>
              <bdi>{id === me ? t("inbox.toMe") : name}</bdi>
              {!available && <span className="block small quiet">{t("inbox.away")}</span>}
            </span>
          </button>
        ))}
      </ActionForm>
    </Menu>
  );
}
