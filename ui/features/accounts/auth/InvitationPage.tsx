import { Icon, PageLink } from "../../../components";
import { Facts } from "../../../components/Facts";
import { useSees } from "../../../hooks/useSees";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { NewPasswordForm } from "./NewPasswordForm";
import { authApi } from "./api";
import type { linkQuery } from "./query";

/** The invited person chooses a password and joins. */
export default function InvitationPage() {
  const t = useText();
  const f = useFormat();
  const sees = useSees();
  const { query } = usePage<typeof linkQuery>();
  const { data } = authApi.useInvitationLinkQuery(query.token, { skip: !query.token });
  if (!data?.workspace || !data.expires_at) {
    return (
      <>
        <h1>{t("auth.linkOver")}</h1>
        {/* i18n: auth.over.* */}
        <p className="lead">{t(`auth.over.${data?.state ?? "unknown"}`)}</p>
        <p className="below">
          <PageLink to="/pages/login-v1">{t("auth.backToSignIn")}</PageLink>
        </p>
      </>
    );
  }
  return (
    <>
      <h1>{t("auth.join", { workspace: data.workspace })}</h1>
      {data.invited_by && <p className="lead">{t("auth.invitedBy", { who: data.invited_by })}</p>}
      <div className="invited">
        <p className="invited-who flex gap-12">
          <span>
            <strong>
              <bdi>{data.full_name}</bdi>
            </strong>
            <small>
              <bdi dir="ltr">{data.email}</bdi>
            </small>
          </span>
        </p>
        {/* i18n: people.r.* */}
        <Facts
          items={[
            [t("people.willSee"), sees(data.sees ?? [])],
            [t("people.f.role"), t(`people.r.${data.role}`)],
            [t("auth.linkValid"), t("auth.linkUntil", { at: f.dateTime(data.expires_at) })],
          ]}
        />
      </div>
      <NewPasswordForm
        call="/api/v1/invitations/accept"
        at="/invitation"
        token={query.token}
        email={data.email ?? ""}
        action={t("auth.joinDo")}
        otherwise={t("auth.joinInstead")}
      />
      {data.second_factor_required && (
        <p className="below">
          <Icon name="lock" size={16} /> {t("auth.factorNext", { workspace: data.workspace })}
        </p>
      )}
    </>
  );
}
