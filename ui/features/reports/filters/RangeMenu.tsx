/** The range of a list as part of its address, for every list that has one. */
import { MenuLink } from "../../../components";
import { FilterMenu } from "../../../components/filters";
import { useFormat, useText } from "../../../lib/i18n";
import { useGetForm, usePage, type place, type range as rangeOf } from "../../../page";
import { PRESETS } from "./values";

/** What the pages with such a menu have in common. */
type Ranged = { r: ReturnType<typeof rangeOf>; page: ReturnType<typeof place> };

/** Every change of a filter starts again at the first page. */
export const FIRST = { page: undefined };

/** The other query keys as hidden fields, so that a GET form keeps them. */
export function Kept({ without }: { without: "q" | "r" }) {
  const { here } = usePage<Ranged>();
  const parameters = new URLSearchParams(here({ ...FIRST, [without]: undefined }).split("?")[1] ?? "");
  return [...parameters].map(([key, value]) => <input key={key} type="hidden" name={key} value={value} />);
}

/** The dates of a list: presets as links, two dates as a form. */
export function RangeMenu({
  label,
  range,
  action,
}: {
  label: string;
  range: { from: string; to: string } | null;
  action: string;
}) {
  const t = useText();
  const submit = useGetForm();
  const f = useFormat();
  const { query, here } = usePage<Ranged>();
  const custom = query.r.includes("..");
  return (
    <FilterMenu
      label={label}
      value={
        custom && range ? f.range(range.from, range.to) : t(`conversations.r.${query.r}`) /* i18n: conversations.r.* */
      }
      name="filter"
    >
      {PRESETS.map((preset) => (
        <MenuLink key={preset} to={here({ ...FIRST, r: preset })} current={query.r === preset}>
          {t(`conversations.r.${preset}`)}
        </MenuLink>
      ))}
      <form
        noValidate
        className="fd"
        action={action}
        method="get"
        onSubmit={submit}
        key={`${range?.from} ${range?.to}`}
      >
        <Kept without="r" />
        <label>
          {t("conversations.from")}
          <input type="date" name="r" defaultValue={range?.from} required />
        </label>
        <label>
          {t("conversations.to")}
          <input type="date" name="r" defaultValue={range?.to} required />
        </label>
        <button className="button" type="submit">
          {t("conversations.apply")}
        </button>
      </form>
    </FilterMenu>
  );
}
