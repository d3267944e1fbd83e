/** What a person's page needs: more than the list has to know. */
import { can } from "../../../lib/session";
import type { NeedContext } from "../../../page";
import { auditApi } from "../../audit/api";
import { identityOf, oidcApi } from "../oidc/api";
import { peopleApi } from "./api";
import { historyOf, type memberGrammar } from "./query";

/** What a person's page needs for the tab that is open, and for what is over it. */
export async function ofPerson({ params, query, session, ask }: NeedContext<typeof memberGrammar, "id">) {
  const { endpoints } = peopleApi;
  const member = endpoints.member.initiate(params.id);
  const ability = session.user?.ability ?? [];
  const [audits, invites, updates] = [
    can(ability, "read", "Audit"),
    can(ability, "create", "User"),
    can(ability, "update", "User"),
  ];
  const answer = await ask(member);
  if (!answer) return [member];
  const ofTab = {
    profile: () => [
      ...(audits ? [auditApi.endpoints.audit.initiate(historyOf(answer.id))] : []),
      ...(invites && !answer.signs_in ? [endpoints.invitations.initiate(answer.id)] : []),
    ],
    access: () => [
      endpoints.access.initiate(answer.id),
      ...(updates && invites ? [endpoints.parts.initiate()] : []),
      ...(query.subject
        ? [
            endpoints.explain.initiate({
              id: answer.id,
              action: query.action,
              subject: query.subject,
              thing: query.thing,
            }),
          ]
        : []),
    ],
    owned: () => (updates ? [endpoints.owned.initiate(answer.id)] : []),
    sessions: () =>
      updates
        ? [
            endpoints.memberSessions.initiate({ id: answer.id, page: query.page }),
            oidcApi.endpoints.identity.initiate(identityOf(answer.id)),
          ]
        : [],
  };
  const leaves = query.do === "deactivate" && can(ability, "delete", "User");
  return [
    member,
    ...ofTab[query.tab](),
    ...(leaves ? [endpoints.owned.initiate(answer.id), endpoints.successors.initiate(answer.id)] : []),
  ];
}
