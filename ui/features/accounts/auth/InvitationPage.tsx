import { ActionForm, Button, Icon, Notice, PageLink } from "../../../components";
import { Facts } from "../../../components/Facts";
import { PasswordField } from "../../../components/fields/PasswordField";
import { useSees } from "../../../hooks/useSees";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { usePage } from "../../../page";
import { authApi } from "./api";
import type { linkQuery } from "./query";

/** The invited person chooses a password and joins. */
export default function InvitationPage() {
  const t = useText();
  const f = useFormat();
  const sees = useSees();
  const { query, form } = usePage<typeof linkQuery>();
  const { data } = authApi.useInvitationLinkQuery(query.token, { skip: !query.token });
  const wrong = form?.problem.errors?.password?.filter(Boolean).join(" ");
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
      {form && !wrong && (
        <Notice tone="bad" focus>
          {form.problem.detail}
        </Notice>
      )}
      <ActionForm
        call="/api/v1/invitations/accept"
        page={path("/invitation", { token: query.token })}
        className="stack"
      >
        <input type="hidden" name="token" value={query.token} />
        <input type="hidden" autoComplete="username" value={data.email ?? ""} readOnly />
        <PasswordField
          label={t("auth.newPassword")}
          name="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={200}
          help={t("auth.passwordHelp")}
          error={wrong}
        />
        <Button type="submit" variant="primary" size="l">
          {t("auth.joinDo")}
        </Button>
      </ActionForm>
      {data.second_factor_required && (
        <p className="below">
          <Icon name="lock" size={16} /> {t("auth.factorNext", { workspace: data.workspace })}
        </p>
      )}
    </>
  );
}
