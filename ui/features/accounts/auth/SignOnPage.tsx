import { ActionForm, Button, Notice, PageLink } from "../../../components";
import { Refusal } from "../../../components/forms/Refusal";
import { Field } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { safeNext, usePage } from "../../../page";
import { ReturnLine } from "./ReturnLine";
import { oidcApi } from "../oidc/api";
import type { signOnQuery } from "./query";

const CALL = "/api/v1/session/single-sign-on";
const SLOT = "%%";

/** Sign in at the provider of one's workspace: by one's address, or by a link of the workspace. */
export default function SignOnPage() {
  const t = useText();
  const { query, form, page } = usePage<typeof signOnQuery>();
  const destination = form?.values.next ?? query.next;
  // A slot is filled by the server after rendering, so it is kept as it is.
  const next = destination.startsWith(SLOT) ? destination : (safeNext(destination) ?? "/");
  const onwards = next.startsWith(SLOT) || next === "/" ? null : next;
  const whose = { domain: query.domain, workspace: query.workspace };
  const hasHint = Boolean(whose.domain || whose.workspace);
  const { data } = oidcApi.useOffersQuery(whose, { skip: !hasHint });
  const wrong = form?.problem.code === "no_provider" ? t("oidc.none") : form?.problem.errors?.email;
  return (
    <>
      <h1>{t("oidc.title")}</h1>
      <p className="lead">{t(data?.providers.length ? "oidc.leadGo" : "oidc.lead")}</p>
      <ReturnLine next={next} />
      {query.problem && !form && (
        <Notice tone="bad" focus title={t("oidc.failed")}>
          {/* i18n: oidc.problem.* */}
          {t(`oidc.problem.${query.problem}`)}
        </Notice>
      )}
      <Refusal call={CALL} />
      {data?.providers.map(({ id, label, workspace }) => (
        <p key={id} className="stack">
          {/* A document of its own: it leaves this site. */}
          <a className="button primary l" href={path(`${CALL}/${id}`, { next: onwards })} rel="nofollow">
            {t("oidc.continue", { label })}
          </a>
          <span className="quiet small">
            <bdi>{workspace}</bdi>
          </span>
        </p>
      ))}
      {hasHint && data?.providers.length === 0 && <Notice tone="warn">{t("oidc.nobody")}</Notice>}
      {!data?.providers.length && (
        <ActionForm call={CALL} page={path(page.path, { next: onwards })} className="stack">
          <input type="hidden" name="next" value={next} />
          <Field
            label={t("oidc.email")}
            name="email"
            type="email"
            autoComplete="username"
            required
            dir="ltr"
            defaultValue={form?.values.email}
            error={wrong}
          />
          <Button type="submit" variant="primary" size="l">
            {t("oidc.find")}
          </Button>
        </ActionForm>
      )}
      <p className="below">
        <PageLink to={path("/pages/login-v1", { next: onwards })}>{t("oidc.password")}</PageLink>
      </p>
    </>
  );
}
