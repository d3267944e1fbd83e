import type { Address } from "./types";

/** An address in lines. */
export function Written({ address }: { address: Address }) {
  return (
    <address className="s-address">
      <strong>
        <bdi>{address.name}</bdi>
      </strong>
      <span>
        <bdi>{[address.street, address.landmark].filter(Boolean).join(", ")}</bdi>
      </span>
      <span>
        <bdi>{`${address.city} ${address.pin}, ${address.state}`}</bdi>
      </span>
      <span className="quiet">
        <bdi>{address.phone}</bdi>
      </span>
    </address>
  );
}
