import type { ReactNode } from "react";
import { MenuLink } from "./choices";
import { FilterMenu } from "./filters";

interface Props<T extends string | number> {
  label: string;
  /** What is chosen; empty for everything. */
  value: string | number;
  /** What everything is called; without it one of the options is always chosen, as an order is. */
  all?: string;
  /** Each value with what it is called, and what is said beside it in the menu. */
  options: readonly (readonly [value: T, label: ReactNode, note?: ReactNode])[];
  to: (value: T | undefined) => string;
}

/** A menu that narrows a list to one value, or orders it. */
export function ChoiceMenu<T extends string | number>({ label, value, all, options, to }: Props<T>) {
  const chosen = options.find(([option]) => option === value)?.[1];
  return (
    <FilterMenu label={label} value={chosen ?? (value || all)} tint={all !== undefined && Boolean(value)}>
      {all !== undefined && (
        <MenuLink to={to(undefined)} current={!value}>
          {all}
        </MenuLink>
      )}
      {options.map(([option, label, note]) => (
        <MenuLink key={option} to={to(option)} current={option === value}>
          <bdi>{label}</bdi>
          {note !== undefined && <> {note}</>}
        </MenuLink>
      ))}
    </FilterMenu>
  );
}
