/** Where an entry or a snippet is used. */
import { PageLink } from "../../components";
import { CancelLink } from "../../components/dialogs/buttons";
import { AddressDialog } from "../../components/dialogs/AddressDialog";
import { useText } from "../../lib/i18n";
import type { Uses } from "./types";

/** The sheet. */
export function UsesSheet({ name, uses, to }: { name: string; uses: Uses | undefined; to: string }) {
  const t = useText();
  return (
    <AddressDialog
      sheet
      to={to}
      title={t("reference.whereUsed")}
      lead={<bdi>{name}</bdi>}
      actions={<CancelLink to={to} first />}
    >
      {uses && (
        <>
          <p>{t("reference.usedTimes", { n: uses.total })}</p>
          <ul className="rf-uses rows">
            {uses.uses.map(({ kind, name, url }) => (
              <li key={`${kind} ${name} ${url}`}>
                <PageLink to={url}>
                  <bdi>{name}</bdi>
                </PageLink>{" "}
                <span className="small quiet">{t(`reference.use.${kind}`) /* i18n: reference.use.* */}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </AddressDialog>
  );
}
