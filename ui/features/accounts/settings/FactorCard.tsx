/** The second factor in each of its states: off, begun, codes to write down, on. */
import { ActionForm, Button, Card, Notice, Pill } from "../../../components";
import { Field } from "../../../components/fields";
import { PasswordField } from "../../../components/fields/PasswordField";
import { useFormat, useText } from "../../../lib/i18n";
import type { Enrolment, SecondFactor } from "./types";
import { Refusal } from "../../../components/forms/Refusal";
import { useFormState } from "../../../components/forms/typed";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { usePage } from "../../../page";
import type { securityGrammar } from "./query";

const CALL = "/api/v1/me/second-factor";

/** The card; `codes` are recovery codes that are shown this once. */
export function FactorCard({ factor, codes }: { factor: SecondFactor; codes: readonly string[] | null }) {
  const t = useText();
  const on = factor.since !== null;
  return (
    <Card
      title={t("security.factor")}
      aside={<Pill tone={on ? "good" : "quiet"}>{t(on ? "security.on" : "security.off")}</Pill>}
      id="factor"
    >
      {codes ? (
        <Codes codes={codes} />
      ) : on ? (
        <On factor={factor} />
      ) : factor.enrolment ? (
        <Begun enrolment={factor.enrolment} />
      ) : (
        <Off factor={factor} />
      )}
    </Card>
  );
}

/** The field of a one-time code. */
function CodeField({ recovery }: { recovery?: boolean }) {
  const t = useText();
  const { code } = useFormState();
  return (
    <Field
      label={t(recovery ? "security.anyCode" : "security.code")}
      name="code"
      inputMode={recovery ? undefined : "numeric"}
      autoComplete="one-time-code"
      required
      dir="ltr"
      maxLength={40}
      error={code === "wrong_code" ? t("security.codeWrong") : undefined}
    />
  );
}

/** The field of the present password. */
export function PresentPassword() {
  const t = useText();
  const { code } = useFormState();
  return (
    <PasswordField
      label={t("security.password")}
      name="password"
      required
      error={code === "wrong_password" ? t("security.passwordWrong") : undefined}
    />
  );
}

/** What shows that it is really its person: the password, or having just signed in where there is none. */
function Proof({ factor }: { factor: SecondFactor }) {
  const t = useText();
  return factor.has_password ? <PresentPassword /> : <p className="quiet">{t("security.fresh")}</p>;
}

/** None yet: what it is, and the way to one. */
function Off({ factor }: { factor: SecondFactor }) {
  const t = useText();
  const { here } = usePage<typeof securityGrammar>();
  return (
    <div className="stack">
      <p>{t("security.offText")}</p>
      <ActionForm call={CALL} page={here({})} className="stack short">
        <Refusal />
        <Proof factor={factor} />
        <Button type="submit" variant="primary">
          {t("security.begin")}
        </Button>
      </ActionForm>
    </div>
  );
}

/** The picture to scan, the seed to type, and the code that proves it worked. */
function Begun({ enrolment }: { enrolment: Enrolment }) {
  const t = useText();
  const { here } = usePage<typeof securityGrammar>();
  return (
    <div className="enrol">
      <img className="qr" src={enrolment.qr} alt={t("security.qr")} width={196} height={196} />
      <div className="stack">
        <ol className="steps">
          <li>
            {t("security.scan")} <a href={enrolment.uri}>{t("security.onThisDevice")}</a>
          </li>
          <li>
            {t("security.type")} <bdi className="seed">{enrolment.seed.match(/.{1,4}/g)?.join(" ")}</bdi>
          </li>
          <li>{t("security.prove")}</li>
        </ol>
        <ActionForm call={`${CALL}/confirmation`} page={here({})} className="stack short">
          <Refusal codes={{ enrolment_over: t("security.over") }} />
          <CodeField />
          <Button type="submit" variant="primary">
            {t("security.confirm")}
          </Button>
        </ActionForm>
      </div>
    </div>
  );
}

/** Recovery codes, shown this once. */
function Codes({ codes }: { codes: readonly string[] }) {
  const t = useText();
  const { here, session } = usePage<typeof securityGrammar>();
  const lines = [t("security.codesOf", { who: session.user?.email ?? "" }), "", ...codes, ""];
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(lines.join("\r\n"))}`;
  return (
    <div className="stack">
      <Notice tone="warn" focus title={t("security.codesTitle")}>
        {t("security.codesText")}
      </Notice>
      <ul className="codes" dir="ltr" aria-label={t("security.codesTitle")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      {/* A document of its own: the codes are not to stay in the browser's memory. */}
      <div className="flex gap-12">
        <a className="button" href={file} download="parley-recovery-codes.txt">
          {t("security.codesDownload")}
        </a>
        <Button icon="printer" className="scripted" onClick={() => window.print()}>
          {t("security.codesPrint")}
        </Button>
        <a className="button primary" href={here({})}>
          {t("security.codesSaved")}
        </a>
      </div>
    </div>
  );
}

/** On: since when, codes left, new codes, and turning it off. */
function On({ factor }: { factor: SecondFactor }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof securityGrammar>();
  const page = here({});
  const [renewal, removal] = [`${CALL}/codes`, `${CALL}/removal`];
  const renew = useOwnForm(renewal);
  const remove = useOwnForm(removal);
  return (
    <div className="stack">
      <p>
        {t("security.onText", { date: f.dateTime(factor.since ?? "") })}{" "}
        {t("security.codesLeft", { n: factor.codes_left })}
      </p>
      <details open={renew.refused}>
        <summary>{t("security.renew")}</summary>
        <ActionForm call={renewal} page={page} className="stack short">
          <Refusal />
          <p className="quiet">{t("security.renewText")}</p>
          <CodeField recovery />
          <Button type="submit">{t("security.renewDo")}</Button>
        </ActionForm>
      </details>
      <details open={remove.refused}>
        <summary>{t("security.remove")}</summary>
        <ActionForm call={removal} page={page} done="removed" className="stack short">
          <Refusal />
          <Proof factor={factor} />
          <CodeField recovery />
          <Button type="submit" variant="danger">
            {t("security.removeDo")}
          </Button>
        </ActionForm>
      </details>
    </div>
  );
}
