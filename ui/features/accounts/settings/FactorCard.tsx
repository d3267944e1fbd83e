/** The second factor in each of its states: off, begun, codes to write down, on. */
import { ActionForm, Button, Card, Notice, Pill } from "../../../components";
import { Field } from "../../../components/fields";
import { PasswordField } from "../../../components/fields/PasswordField";
import { useFormat, useText } from "../../../lib/i18n";
import type { Enrolment, SecondFactor } from "./types";
import { useOwnForm } from "./useOwnForm";

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

/** Why something was refused that no field is to blame for. */
function Failed({ text }: { text: string | null }) {
  return (
    text && (
      <Notice tone="bad" focus>
        {text}
      </Notice>
    )
  );
}

/** The field of a one-time code. */
function CodeField({
  error,
  code,
  recovery,
}: {
  error: string[] | undefined;
  code: string | null;
  recovery?: boolean;
}) {
  const t = useText();
  return (
    <Field
      label={t(recovery ? "security.anyCode" : "security.code")}
      name="code"
      inputMode={recovery ? undefined : "numeric"}
      autoComplete="one-time-code"
      required
      dir="ltr"
      maxLength={40}
      error={code === "wrong_code" ? t("security.codeWrong") : error}
    />
  );
}

/** The field of the present password. */
export function PresentPassword({ error, code }: { error: string[] | undefined; code: string | null }) {
  const t = useText();
  return (
    <PasswordField
      label={t("security.password")}
      name="password"
      required
      error={code === "wrong_password" ? t("security.passwordWrong") : error}
    />
  );
}

/** What shows that it is really its person: the password, or having just signed in where there is none. */
function Proof({ factor, ...rest }: { factor: SecondFactor; error: string[] | undefined; code: string | null }) {
  const t = useText();
  return factor.has_password ? <PresentPassword {...rest} /> : <p className="quiet">{t("security.fresh")}</p>;
}

/** None yet: what it is, and the way to one. */
function Off({ factor }: { factor: SecondFactor }) {
  const t = useText();
  const { form, error, code, failed } = useOwnForm(CALL);
  return (
    <div className="stack">
      <p>{t("security.offText")}</p>
      <Failed text={failed} />
      <ActionForm {...form} className="stack short">
        <Proof factor={factor} error={error("password")} code={code} />
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
  const { form, error, code, failed } = useOwnForm(`${CALL}/confirmation`);
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
        <Failed text={code === "enrolment_over" ? t("security.over") : failed} />
        <ActionForm {...form} className="stack short">
          <CodeField error={error("code")} code={code} />
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
  const { form } = useOwnForm(CALL);
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
      <p>
        <a className="button primary" href={form.page}>
          {t("security.codesSaved")}
        </a>
      </p>
    </div>
  );
}

/** On: since when, codes left, new codes, and turning it off. */
function On({ factor }: { factor: SecondFactor }) {
  const t = useText();
  const f = useFormat();
  const renew = useOwnForm(`${CALL}/codes`);
  const remove = useOwnForm(`${CALL}/removal`);
  const refused = (own: typeof renew) => own.failed !== null || own.code !== null;
  return (
    <div className="stack">
      <p>
        {t("security.onText", { date: f.dateTime(factor.since ?? "") })}{" "}
        {t("security.codesLeft", { n: factor.codes_left })}
      </p>
      <details open={refused(renew)}>
        <summary>{t("security.renew")}</summary>
        <Failed text={renew.failed} />
        <ActionForm {...renew.form} className="stack short">
          <p className="quiet">{t("security.renewText")}</p>
          <CodeField error={renew.error("code")} code={renew.code} recovery />
          <Button type="submit">{t("security.renewDo")}</Button>
        </ActionForm>
      </details>
      <details open={refused(remove)}>
        <summary>{t("security.remove")}</summary>
        <Failed text={remove.failed} />
        <ActionForm {...remove.form} done="removed" className="stack short">
          <Proof factor={factor} error={remove.error("password")} code={remove.code} />
          <CodeField error={remove.error("code")} code={remove.code} recovery />
          <Button type="submit" variant="danger">
            {t("security.removeDo")}
          </Button>
        </ActionForm>
      </details>
    </div>
  );
}
