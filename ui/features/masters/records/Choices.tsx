/** Choices among outlets and codes: a list as long as it is short, found by typing where there are more. */
import { useCallback } from "react";
import { useDispatch } from "react-redux";
import { useCan } from "../../../components";
import { Field } from "../../../components/fields";
import { Combobox } from "../../../components/fields/Combobox";
import type { Option, Search } from "../../../components/fields/useSearch";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { mastersApi } from "./api";
import { LISTS, nameOf, type CodeField, type Entry, type Labels } from "./types";

interface Asked<T> {
  abort: () => void;
  unwrap: () => Promise<{ items: T[] }>;
}

/** A question to the server, which must be the same function each time. */
function useQuestion<T>(ask: (q: string) => unknown, optionOf: (item: T) => Option): Search {
  const dispatch = useDispatch();
  return useCallback(
    async (q, signal) => {
      const request = dispatch(ask(q) as never) as unknown as Asked<T>;
      signal.addEventListener("abort", () => request.abort());
      return (await request.unwrap()).items.map(optionOf);
    },
    [dispatch, ask, optionOf],
  );
}

interface Place {
  id: string;
  name: string;
  code?: string;
}
const outletsLike = (q: string) => mastersApi.endpoints.outletsLike.initiate(q, { subscribe: false });
// Without script the text itself is sent, and the code in it tells outlets of one name apart.
const toOutlet = ({ id, name, code }: Place): Option => ({ value: id, label: code ? `${name} (${code})` : name });

/** The outlets of the reader; what is chosen stays even where it is not among them. */
export function OutletChoice({ chosen, any }: { chosen?: Place | null; any?: boolean }) {
  const t = useText();
  const can = useCan();
  const { data } = mastersApi.useMasterOutletsQuery(undefined, { skip: !can("read", "Client") });
  const search = useQuestion(outletsLike, toOutlet);
  const rows = (data?.items ?? []).map((item): Option => ({ value: item.id, label: item.name, about: item.code }));
  const extra = chosen && rows.every((option) => option.value !== chosen.id) ? [toOutlet(chosen)] : [];
  const options = [...extra, ...rows];
  const isLong = data !== undefined && data.total > data.items.length;
  const value = chosen?.id;
  return (
    <Combobox
      label={t("masters.outlet")}
      name="outlet"
      placeholder={t(any ? "masters.noOutlet" : "masters.choose")}
      help={isLong && t("masters.outletHelp")}
      source={isLong ? search : options}
      {...(value && { defaultValue: options.find((option) => option.value === value) ?? { value, label: value } })}
    />
  );
}

const searches: Record<CodeField, (q: string) => unknown> = {
  model: (q) => mastersApi.endpoints.codesLike.initiate({ list: LISTS.model, q }, { subscribe: false }),
  variant: (q) => mastersApi.endpoints.codesLike.initiate({ list: LISTS.variant, q }, { subscribe: false }),
  type: (q) => mastersApi.endpoints.codesLike.initiate({ list: LISTS.type, q }, { subscribe: false }),
};

interface CodeProps {
  field: CodeField;
  label: string;
  value: string | undefined;
  labels: Labels | undefined;
}

/** A code of the reference; who may not read that writes a code or a name. */
export function CodeChoice({ field, label, value = "", labels = {} }: CodeProps) {
  const t = useText();
  const can = useCan();
  const { session } = usePage();
  const { data } = mastersApi.useMasterCodesQuery(LISTS[field], { skip: !can("read", "Reference") });
  const toCode = useCallback(
    (entry: Entry): Option => ({ value: entry.code, label: nameOf(entry, session.locale) }),
    [session.locale],
  );
  const search = useQuestion(searches[field], toCode);
  const stored: Option = { value, label: nameOf({ code: value, labels }, session.locale) };
  if (!data) return <Field label={label} name={field} dir="auto" maxLength={120} defaultValue={value} />;
  const rows = data.items.map(toCode);
  const options = value && rows.every((option) => option.value !== value) ? [stored, ...rows] : rows;
  return (
    <Combobox
      label={label}
      name={field}
      placeholder={t("masters.choose")}
      source={data.total > data.items.length ? search : options}
      {...(value && { defaultValue: options.find((option) => option.value === value) ?? stored })}
    />
  );
}
