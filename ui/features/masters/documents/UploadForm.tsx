/** The form that adds a document; it works as a plain multipart form. */
import { ActionForm, Button, Card, LinkButton } from "../../../components";
import { Field, Select } from "../../../components/fields";
import { Refusal } from "../../../components/forms/Refusal";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { KINDS, type documentsGrammar } from "./query";
import "../../../components/controls.css";

const CALL = "/api/v1/customer-documents";

export function UploadForm() {
  const t = useText();
  const { query, here } = usePage<typeof documentsGrammar>();
  return (
    <Card title={t("customerdocs.new")} lead={t("customerdocs.newLead")}>
      <ActionForm
        className="stack"
        call={CALL}
        page={here()}
        then="/customer-documents"
        done="uploaded"
        encType="multipart/form-data"
      >
        <Refusal fields={["client"]} />
        <Field
          label={t("customerdocs.file")}
          name="file"
          type="file"
          required
          accept=".jpg,.jpeg,.png,.webp,.pdf,image/jpeg,image/png,image/webp,application/pdf"
          help={t("customerdocs.fileHelp")}
        />
        <div className="pair">
          <Select
            label={t("customerdocs.kind")}
            name="kind"

            // i18n: customerdocs.k.*
            options={KINDS.map((kind) => ({ value: kind, label: t(`customerdocs.k.${kind || "unknown"}`) }))}
          />
          <Field
            label={t("customerdocs.outlet")}
            name="outlet"
            maxLength={90}
            dir="auto"
            autoComplete="off"
            help={t("customerdocs.outletHelp")}
          />
        </div>
        {query.vehicle && <input type="hidden" name="vehicle" value={query.vehicle} />}
        <p className="row">
          <Button type="submit" variant="primary" icon="upload">
            {t("customerdocs.upload")}
          </Button>
          <LinkButton to={here({ do: undefined, vehicle: undefined })}>{t("customerdocs.cancel")}</LinkButton>
        </p>
      </ActionForm>
    </Card>
  );
}
