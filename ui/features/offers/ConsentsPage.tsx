/** Recording what people have agreed to: a file of numbers or addresses with one consent for all of them. */
import { ActionForm, Button, Card, Notice, PageHead } from "../../components";
import { Field, Select } from "../../components/fields";
import { Refusal } from "../../components/forms/Refusal";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { clientsApi } from "../clients/api";
import type { consentsGrammar } from "./query";
import { CHANNELS } from "./types";
import "../../components/controls.css";
import "./offers.css";

const CALL = "/api/v1/consents/import";

/** The page. */
export default function ConsentsPage() {
  const t = useText();
  const { form } = usePage<typeof consentsGrammar>();
  const { data } = clientsApi.useClientsQuery({ q: "", state: "", sort: "name", page: 1 });
  const answer = form?.answer as { matched: number; unknown: number; doubled: number } | undefined;
  return (
    <>
      <PageHead title={t("offers.consents")} back={{ to: "/offers", label: t("offers.title") }} />
      <div className="of-form stack">
        {answer && (
          <Notice tone="good" title={t("offers.recorded", { n: answer.matched })}>
            {t("offers.recordedRest", { unknown: answer.unknown, doubled: answer.doubled })}
          </Notice>
        )}
        <Card title={t("offers.consentFile")} lead={t("offers.consentLead")}>
          <ActionForm call={CALL} page="/offers/consents" encType="multipart/form-data" className="stack">
            <Refusal title={t("controls.notSaved")} />
            <Select
              label={t("offers.client")}
              name="client"
              options={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
            <div className="pair">
              <Select
                label={t("offers.channel")}
                name="channel"
                options={CHANNELS.map((name) => ({ value: name, label: t(`channel.${name}`) }))}
              />
              <Select
                label={t("offers.consent")}
                name="state"
                options={["opted_in", "opted_out"].map((name) => ({
                  value: name,
                  label: t(`offers.consentState.${name}`), // i18n: offers.consentState.*
                }))}
              />
            </div>
            <Field
              label={t("offers.source")}
              name="source"
              maxLength={60}
              required
              autoComplete="off"
              dir="auto"
              help={t("offers.sourceHelp")}
            />
            <Field
              label={t("offers.file")}
              name="file"
              type="file"
              required
              accept=".csv,text/csv"
              help={t("offers.fileHelp")}
            />
            <p className="row">
              <Button type="submit" variant="primary" icon="upload">
                {t("offers.record")}
              </Button>
            </p>
          </ActionForm>
        </Card>
      </div>
    </>
  );
}
