/** The security of one's own account: second factor, password, sessions. */
import { Notice, PageHead, ProblemNotice, useCan } from "../../../components";
import { IdentityCard } from "../../../components/account/IdentityCard";
import { Guarded } from "../../../components/forms/Guarded";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { oidcApi, OWN_IDENTITY } from "../oidc/api";
import { AccountHead } from "./AccountHead";
import { accountApi, mustEnrol } from "./api";
import { FactorCard } from "./FactorCard";
import { PasswordCard } from "./PasswordCard";
import { PolicyCard } from "./PolicyCard";
import { SessionsCard } from "./SessionsCard";
import type { RecoveryCodes } from "./types";
import "./account.css";
import "../../../styles/security.css";

/** The page in each of its states. */
export default function SecurityPage() {
  const t = useText();
  const f = useFormat();
  const may = useCan();
  const { form } = usePage();
  const { data, error, refetch } = accountApi.useSecondFactorQuery();
  const { data: matched } = oidcApi.useIdentityQuery(OWN_IDENTITY, { skip: !data || mustEnrol(data) });
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : null;
  const alone = mustEnrol(data);
  const answer = form?.answer as RecoveryCodes | undefined;
  return (
    <>
      {alone ? <PageHead title={t("security.title")} lead={t("security.description")} /> : <AccountHead />}
      <Guarded className="stack security">
        {alone && (
          <Notice tone="warn" icon="lock" title={t("security.mustTitle")}>
            {t("security.mustText")}
          </Notice>
        )}
        {!alone && data.required_from && data.since === null && (
          <Notice tone="warn" icon="lock" title={t("security.mustTitle")}>
            {t("security.mustFrom", { date: f.date(data.required_from) })}
          </Notice>
        )}
        <FactorCard factor={data} codes={answer?.codes ?? null} />
        {!alone && data.has_password && <PasswordCard />}
        {!alone && <IdentityCard at={OWN_IDENTITY} identity={matched?.identity} />}
        {!alone && <SessionsCard />}
        {!alone && may("manage", "all") && <PolicyCard own={data.since !== null} />}
      </Guarded>
    </>
  );
}
