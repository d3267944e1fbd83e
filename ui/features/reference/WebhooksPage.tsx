/** Webhooks: what a signed one looks like, and whether a signature is right. */
import { ActionForm, Button, Card, Notice, PageHead, useCan } from "../../components";
import { Field, Select, TextArea } from "../../components/fields";
import { CodeBlock } from "../../components/data/CodeBlock";
import { Refusal } from "../../components/forms/Refusal";
import { useText } from "../../lib/i18n";
import { later, usePage } from "../../page";
import { Around } from "./Around";
import { EVENTS, type Sample, type Verdict } from "./types";
import "./reference.css";

const Receivers = later(() => import("./Receivers"), "Receivers");
const SAMPLE = "/api/v1/programs/webhooks/sample";
const CHECK = "/api/v1/programs/webhooks/check";

/** The page. */
export default function WebhooksPage() {
  const t = useText();
  const can = useCan();
  const { form } = usePage();
  const answer = form?.answer as Partial<Sample & Verdict> | undefined;
  const sample = answer?.headers ? (answer as Sample) : null;
  const verdict = answer?.valid !== undefined ? (answer as Verdict) : null;
  return (
    <>
      <PageHead
        title={t("reference.webhooks")}
        lead={t("reference.about.webhooks")}
        back={{ to: "/admin/reference", label: t("reference.title") }}
      />
      <Around>
        <div className="stack">
          {can("read", "Webhook") && <Receivers />}
          <MakeSample sample={sample} />
          <CheckSignature sample={sample} verdict={verdict} />
          <Card title={t("reference.howSigned")}>
            <p>{t("reference.howSignedText")}</p>
            <CodeBlock name="Python" code={VERIFY} />
          </Card>
        </div>
      </Around>
    </>
  );
}

/** How a receiver verifies a webhook. */
const VERIFY = `import hashlib, hmac

def is_ours(secret: str, headers, body: bytes) -> bool:
    message = headers["X-Parley-Timestamp"].encode() + b"." + body
    expected = "sha256=" + hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, headers["X-Parley-Signature-256"])`;

/** Makes a sample of an event, signed with the reader's secret. */
function MakeSample({ sample }: { sample: Sample | null }) {
  const t = useText();
  const { here } = usePage();
  return (
    <Card title={t("reference.simulator")}>
      <ActionForm call={SAMPLE} page={here()} className="stack">
        <Refusal />
        <div className="pair">
          <Select
            label={t("reference.event")}
            name="event"
            defaultValue={sample?.event ?? EVENTS[0]}
            options={EVENTS.map((value) => ({
              value,
              label: t(`reference.event.${value}`) /* i18n: reference.event.* */,
            }))}
          />
          <Secret />
        </div>
        <p>
          <Button type="submit" variant="primary">
            {t("reference.makeSample")}
          </Button>
        </p>
      </ActionForm>
      {sample && (
        <>
          <CodeBlock
            name={t("reference.headers")}
            code={sample.headers.map(({ name, value }) => `${name}: ${value}`).join("\n")}
          />
          <CodeBlock name={t("reference.body")} code={sample.body} />
        </>
      )}
    </Card>
  );
}

/** A secret is used once and not kept. */
function Secret() {
  const t = useText();
  return (
    <Field
      label={t("reference.secret")}
      name="secret"
      maxLength={200}
      dir="ltr"
      autoComplete="off"
      help={t("reference.secretHelp")}
    />
  );
}

/** Checks a signature that was received. */
function CheckSignature({ sample, verdict }: { sample: Sample | null; verdict: Verdict | null }) {
  const t = useText();
  const { here } = usePage();
  const header = (name: string) => sample?.headers.find((header) => header.name === name)?.value ?? "";
  return (
    <Card title={t("reference.checkSignature")}>
      {verdict && (
        <Notice
          tone={verdict.valid ? (verdict.fresh ? "good" : "warn") : "bad"}
          focus
          title={t(verdict.valid ? "reference.valid" : "reference.invalid")}
        >
          {verdict.valid && !verdict.fresh && t("reference.tooOld")}
        </Notice>
      )}
      <ActionForm call={CHECK} page={here()} className="stack">
        <Refusal />
        <TextArea
          label={t("reference.body")}
          name="body"
          defaultValue={sample?.body ?? ""}
          rows={4}
          dir="ltr"
          className="input"
          help={t("reference.bodyHelp")}
        />
        <div className="pair">
          <Field
            label="X-Parley-Timestamp"
            name="timestamp"
            defaultValue={header("X-Parley-Timestamp")}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
          />
          <Field
            label="X-Parley-Signature-256"
            name="signature"
            defaultValue={header("X-Parley-Signature-256")}
            dir="ltr"
            autoComplete="off"
          />
        </div>
        <Secret />
        <p>
          <Button type="submit">{t("reference.checkSignature")}</Button>
        </p>
      </ActionForm>
    </Card>
  );
}
