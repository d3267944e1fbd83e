/** A card whose form changes the offer on the revision that was shown; who may not change it reads it. */
import { ActionForm, Button, Card, Notice, useCan } from "../../components";
import { Guarded } from "../../components/forms/Guarded";
import { Refusal } from "../../components/forms/Refusal";
import { FormFields, type Fields } from "../../components/forms/FormFields";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { offerGrammar } from "./query";
import { isOpen, type WholeOffer } from "./types";

interface Props {
  offer: WholeOffer;
  title: string;
  lead?: string;
  /** Whether it can be changed while the offer is under way. */
  late?: boolean;
  /** Where it leads once it is saved, if not back to itself. */
  then?: string;
  children: Fields;
}

/** The card. */
export function OfferForm({ offer, title, lead, late, then, children }: Props) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof offerGrammar>();
  const call = `/api/v1/offers/${offer.id}`;
  const underWay = offer.state === "running" || offer.state === "paused";
  const may = can("update", "Offer") && (isOpen(offer) || (late && underWay));
  return (
    <Guarded call={call}>
      <Card title={title} lead={lead}>
        <ActionForm
          call={call}
          method="PATCH"
          page={here({ do: undefined })}
          revision={String(offer.revision)}
          then={then}
          done="saved"
        >
          <fieldset className="stack" disabled={!may}>
            <Refusal title={t("controls.notSaved")} />
            {offer.state === "scheduled" && can("update", "Offer") && (
              <Notice tone="warn">{t("offers.editing")}</Notice>
            )}
            <FormFields>{children}</FormFields>
            {may && (
              <p className="row">
                <Button type="submit" variant="primary">
                  {t("offers.save")}
                </Button>
              </p>
            )}
          </fieldset>
        </ActionForm>
      </Card>
    </Guarded>
  );
}
