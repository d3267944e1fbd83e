/** Where it goes: one of the addresses there are, or a new one. */
import { useRef, useState, type FormEvent } from "react";
import { ActionForm, Button, Notice } from "../../../components";
import { Field } from "../../../components/fields";
import { useFirstError } from "../../../components/forms/useFirstError";
import { Guarded } from "../../../components/forms/Guarded";
import { isProblem, type Problem } from "../../../api";
import { useToast } from "../../../components/toasts/useToast";
import { release } from "../../../lib/unsaved";
import { useText } from "../../../lib/i18n";
import { useGetForm, useGo, usePage } from "../../../page";
import { shopApi } from "./api";
import type { checkoutGrammar } from "./query";
import { CHECKOUT, type Address, type NewAddress } from "./types";
import type { Shop } from "./useShop";
import { Written } from "./Written";

/** The addresses, of which one is chosen, above the form of a new one. */
export function AddressStep({
  addresses,
  chosen,
  shop,
}: {
  addresses: readonly Address[];
  chosen: Address | undefined;
  shop: Shop;
}) {
  const t = useText();
  const { query, form } = usePage<typeof checkoutGrammar>();
  const submit = useGetForm();
  return (
    <>
      <form id="to-payment" method="get" action={CHECKOUT} onSubmit={submit} data-whole>
        <input type="hidden" name="step" value="payment" />
      </form>
      {addresses.length > 0 && (
        <fieldset className="group">
          <legend>{t("shop.sentTo")}</legend>
          <ul className="s-places rows gap-12">
            {addresses.map((address) => (
              <Place key={address.id} address={address} checked={address.id === chosen?.id} shop={shop} />
            ))}
          </ul>
        </fieldset>
      )}
      <details className="card s-pad s-new" open={addresses.length === 0 || (form !== null && !query.address)}>
        <summary>{t("shop.newAddress")}</summary>
        <AddressForm />
      </details>
    </>
  );
}

/** One address to choose, to change and to put away. */
function Place({ address, checked, shop }: { address: Address; checked: boolean; shop: Shop }) {
  const t = useText();
  const { query, form, here } = usePage<typeof checkoutGrammar>();
  const { show } = useToast();
  const changing = useRef<HTMLDetailsElement>(null);
  const remove = shopApi.useRemoveAddressMutation()[0];
  const restore = shopApi.useRestoreAddressMutation()[0];
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const { data, error } = await remove(address);
    if (!data) return shop.refuse(error);
    const undo = async () => {
      const back = await restore(data);
      if (back.error) shop.refuse(back.error);
    };
    show({ text: t("shop.addressRemoved"), action: { label: t("shop.undo"), do: () => void undo() } });
  };
  return (
    <li className="card">
      <label className="s-way">
        <input type="radio" name="address" form="to-payment" value={address.id} defaultChecked={checked} />
        <Written address={address} />
      </label>
      <details ref={changing} name="s-changing" open={form !== null && query.address === address.id}>
        <summary aria-label={t("shop.editAddressOf", { what: address.street })}>{t("shop.editAddress")}</summary>
        <AddressForm
          address={address}
          onSaved={() => {
            if (changing.current) changing.current.open = false;
            changing.current?.querySelector("summary")?.focus();
          }}
        />
      </details>
      <ActionForm
        call={`/api/v1/shop/addresses/${address.id}`}
        method="DELETE"
        revision={String(address.revision)}
        page={here({ step: "address", address: undefined })}
        done="addressRemoved"
        onSubmit={(event) => void send(event)}
      >
        <Button
          type="submit"
          size="s"
          variant="quiet"
          icon="trash"
          aria-label={t("shop.removeAddress", { what: address.street })}
        >
          {t("shop.remove")}
        </Button>
      </ActionForm>
    </li>
  );
}

const FIELDS = ["name", "phone", "street", "landmark", "pin", "city", "state"] as const;
const COMPLETES = {
  name: "name",
  phone: "tel",
  street: "address-line1",
  landmark: "address-line2",
  pin: "postal-code",
  city: "address-level2",
  state: "address-level1",
} as const;
const LENGTHS = { name: 120, phone: 20, street: 200, landmark: 200, pin: 6, city: 80, state: 80 } as const;

/** The fields of an address: of a new one, or of one there is, on the revision that was shown. */
function AddressForm({ address, onSaved }: { address?: Address; onSaved?: () => void }) {
  const t = useText();
  const go = useGo();
  const { query, form: left, here } = usePage<typeof checkoutGrammar>();
  // What a form without script has left is of the address that its page names.
  const form = (address?.id ?? "") === query.address ? left : null;
  const { show } = useToast();
  const [problem, setProblem] = useState<Problem | null>(form?.problem ?? null);
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>(form?.values ?? address ?? {});
  const [busy, setBusy] = useState(false);
  const add = shopApi.useAddAddressMutation()[0];
  const change = shopApi.useChangeAddressMutation()[0];
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const values = Object.fromEntries(new FormData(sent)) as Record<string, string>;
    delete values.csrf;
    setTyped(values);
    setBusy(true);
    const { data, error } = await (address
      ? change({ id: address.id, revision: address.revision, values: values as unknown as NewAddress })
      : add(values as unknown as NewAddress));
    setBusy(false);
    setProblem(data ? null : isProblem(error) ? error : { status: 500 });
    if (!data) return;
    release(sent);
    if (!address) return go(here({ step: "payment", address: data.id }));
    onSaved?.();
    show({ text: t("shop.done.addressAdded") });
  };
  useFirstError(problem);
  const errors = problem?.errors ?? {};
  // i18n: shop.field.*
  return (
    <Guarded refused={problem !== null}>
      <ActionForm
        call={address ? `/api/v1/shop/addresses/${address.id}` : "/api/v1/shop/addresses"}
        {...(address && { method: "PATCH" as const, revision: String(address.revision) })}
        page={here({ step: "address", address: address?.id })}
        done="addressAdded"
        className="s-fields"
        refused={problem}
        onSubmit={(event) => void send(event)}
      >
        {problem && Object.keys(errors).length === 0 && (
          <Notice tone="bad" focus title={t("shop.refused")}>
            {problem.detail ?? t("shop.offline")}
          </Notice>
        )}
        {FIELDS.map((name) => (
          <Field
            key={`${name}${errors[name] ? "!" : ""}`}
            label={t(`shop.field.${name}`)}
            name={name}
            required={name !== "landmark"}
            maxLength={LENGTHS[name]}
            autoComplete={COMPLETES[name]}
            dir={name === "phone" || name === "pin" ? "ltr" : "auto"}
            inputMode={name === "phone" ? "tel" : name === "pin" ? "numeric" : undefined}
            defaultValue={String(typed[name] ?? "")}
          />
        ))}
        <Button type="submit" {...(!address && { variant: "primary" as const })} busy={busy}>
          {t(address ? "shop.saveChanges" : "shop.saveAddress")}
        </Button>
      </ActionForm>
    </Guarded>
  );
}
