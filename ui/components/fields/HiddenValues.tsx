/** What a form sends beside its fields, such as the rest of an address; what is empty is left out. */
export function HiddenValues({ values }: { values: Readonly<Record<string, string | undefined>> }) {
  return Object.entries(values).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  );
}
