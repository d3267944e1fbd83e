/** A menu that narrows a list to a code of the reference, for who may read that. */
import { FilterMenu, MenuLink, useCan } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { mastersApi } from "./api";
import { LISTS, nameOf, type CodeField } from "./types";

interface Props {
  field: CodeField;
  label: string;
  value: string;
  /** Only entries that belong to this one. */
  of?: string;
  to: (code: string | undefined) => string;
}

/** The menu. */
export function CodeFilter({ field, label, value, of, to }: Props) {
  const t = useText();
  const can = useCan();
  const { session } = usePage();
  const { data } = mastersApi.useMasterCodesQuery(LISTS[field], { skip: !can("read", "Reference") });
  const entries = (data?.items ?? []).filter((one) => !of || one.belongs_to === of);
  const known = entries.find((one) => one.code === value);
  if (entries.length === 0 && !value) return null;
  return (
    <FilterMenu
      label={label}
      value={value ? (known ? nameOf(known, session.locale) : value) : t("masters.all")}
      tint={Boolean(value)}
    >
      <MenuLink to={to(undefined)} current={!value}>
        {t("masters.all")}
      </MenuLink>
      {entries.map((one) => (
        <MenuLink key={one.code} to={to(one.code)} current={one.code === value}>
          <bdi>{nameOf(one, session.locale)}</bdi>
        </MenuLink>
      ))}
    </FilterMenu>
  );
}
