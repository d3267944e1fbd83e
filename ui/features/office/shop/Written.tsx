import { useFormat } from "../../../lib/i18n";
import type { Address } from "./types";

/** An address in lines. */
export function Written({ address }: { address: Address }) {
  const f = useFormat();
  return (
    <address className="s-address">
      <strong>
        <bdi>{address.name}</bdi>
      </strong>
      <span>
        <bdi>{[address.street, address.landmark].filter(Boolean).join(f.comma)}</bdi>
      </span>
      <span>
        <bdi>{[`${address.city} ${address.pin}`, address.state].join(f.comma)}</bdi>
      </span>
      <span className="quiet">
        <bdi>{address.phone}</bdi>
      </span>
    </address>
  );
}
