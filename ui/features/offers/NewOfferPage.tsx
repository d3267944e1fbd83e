/** A new offer: what it is for; message, audience and schedule follow on its own page. */
import { ActionForm, Button, Card, PageHead } from "../../components";
import { Field, Select } from "../../components/fields";
import { Guarded } from "../../components/forms/Guarded";
import { Refusal } from "../../components/forms/Refusal";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { clientsApi } from "../clients/api";
import type { newOfferGrammar } from "./query";
import { SegmentField } from "./SegmentField";
import { CHANNELS, GROUPS, TYPES } from "./types";
import "../../components/controls.css";
import "./offers.css";

const CALL = "/api/v1/offers";

/** The page. */
export default function NewOfferPage() {
  const t = useText();
  const { data } = clientsApi.useClientsQuery({ q: "", state: "", sort: "name", page: 1 });
  const { query, here } = usePage<typeof newOfferGrammar>();
  const options = (names: readonly string[], key: string) =>
    names.map((name) => ({ value: name, label: t(`offers.${key}.${name}`) })); // i18n: offers.g.*
  return (
    <>
      <PageHead title={t("offers.new")} back={{ to: "/offers", label: t("offers.title") }} />
      <div className="of-form">
        <Guarded>
          <Card>
            <ActionForm
              call={CALL}
              page={here({})}
              then={query.segment ? "/offers/{id}?tab=audience" : "/offers/{id}"}
              done="added"
              className="stack"
            >
              <Refusal title={t("controls.notSaved")} />
              <Field
                label={t("offers.name")}
                name="name"
                required
                maxLength={60}
                autoComplete="off"
                dir="auto"
                data-first
              />
              <Select
                label={t("offers.client")}
                name="client"
                defaultValue={data?.items[0]?.id ?? ""}
                options={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              />
              <div className="pair">
                <Select label={t("offers.type")} name="type" options={options(TYPES, "t")} />
                <Select label={t("offers.group")} name="group" options={options(GROUPS, "g")} />
              </div>
              <Select
                label={t("offers.channel")}
                name="channel"
                options={CHANNELS.map((name) => ({ value: name, label: t(`channel.${name}`) }))} // i18n: channel.*
                help={t("offers.channelHelp")}
              />
              {query.segment && <SegmentField segment={query.segment} />}
              <p className="row">
                <Button type="submit" variant="primary">
                  {t("offers.create")}
                </Button>
              </p>
            </ActionForm>
          </Card>
        </Guarded>
      </div>
    </>
  );
}
