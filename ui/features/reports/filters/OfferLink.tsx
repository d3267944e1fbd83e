/** The way from a report's people to a new offer for them. */
import { Can, LinkButton } from "../../../components";

/** The link, for those who may create offers. */
export function OfferLink({ segment, children }: { segment: string; children: string }) {
  return (
    <Can I="create" a="Offer">
      <LinkButton to={offerFor(segment)} icon="megaphone">
        {children}
      </LinkButton>
    </Can>
  );
}

/** The address of a new offer to the people of a list. */
export const offerFor = (segment: string) => `/offers/new?segment=${encodeURIComponent(segment)}`;
