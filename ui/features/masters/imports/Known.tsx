/** What the fields of a row that does not fit can be: codes of the reference and outlets, offered while one types. */
import { useCan } from "../../../components";
import { usePage } from "../../../page";
import { LISTS, mastersApi, nameOf, type CodeField } from "../records/api";
import { CODES, listOf } from "./offered";

/** The lists of some fields. */
export function Known({ fields }: { fields: ReadonlySet<string> }) {
  const can = useCan();
  return (
    <>
      {CODES.filter((field) => fields.has(field) && can("read", "Reference")).map((field) => (
        <Names key={field} field={field} />
      ))}
      {fields.has("outlet") && can("read", "Client") && <Outlets />}
    </>
  );
}

function Names({ field }: { field: CodeField }) {
  const { session } = usePage();
  const { data } = mastersApi.useMasterCodesQuery(LISTS[field]);
  return (
    <datalist id={listOf(field)}>
      {data?.items.map((item) => (
        <option key={item.code} value={nameOf(item, session.locale)} />
      ))}
    </datalist>
  );
}

function Outlets() {
  const { data } = mastersApi.useMasterOutletsQuery();
  return (
    <datalist id={listOf("outlet")}>
      {data?.items.map((item) => (
        <option key={item.id} value={item.code || item.name} label={item.name} />
      ))}
    </datalist>
  );
}
