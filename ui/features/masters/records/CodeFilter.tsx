/** A menu that narrows a list to a code of the reference, for who may read that. */
import { useCan } from "../../../components";
import { ChoiceMenu } from "../../../components/ChoiceMenu";
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
  const entries = (data?.items ?? []).filter((item) => !of || item.belongs_to === of);
  if (entries.length === 0 && !value) return null;
  return (
    <ChoiceMenu
      all={t("masters.all")}
      label={label}
      value={value}
      options={entries.map((entry) => [entry.code, nameOf(entry, session.locale)] as const)}
      to={to}
    />
  );
}
