/** A menu that narrows a list to one value of a column. */
import { MenuLink } from "../../../components";
import { FilterMenu } from "../../../components/filters";
import { useText } from "../../../lib/i18n";

interface Props<T extends string> {
  label: string;
  /** The value chosen; empty for all. */
  value: string;
  /** Each value with what it is called. */
  options: readonly (readonly [T, string])[];
  to: (value: T | undefined) => string;
}

/** The menu. */
export function ValueFilter<T extends string>({ label, value, options, to }: Props<T>) {
  const t = useText();
  const chosen = options.find(([name]) => name === value)?.[1] ?? value;
  return (
    <FilterMenu label={label} value={chosen || t("masters.all")} tint={Boolean(value)}>
      <MenuLink to={to(undefined)} current={!value}>
        {t("masters.all")}
      </MenuLink>
      {options.map(([name, label]) => (
        <MenuLink key={name} to={to(name)} current={name === value}>
          <bdi>{label}</bdi>
        </MenuLink>
      ))}
    </FilterMenu>
  );
}
