/** A select of time zones. */
import { Select } from "../fields";
import { ZONES } from "./zones";

/** A zone as people read it. */
const zoneName = (zone: string): string => zone.replace(/_/g, " ");

/** The select; a zone that is not among those offered stays chosen. */
export function ZoneSelect({
  label,
  name,
  value,
  without,
  help,
  error,
}: {
  label: string;
  name: string;
  value: string;
  /** What the choice of no zone is called, where there is one. */
  without?: string;
  help?: string;
  error?: string[];
}) {
  const zones = value && !ZONES.includes(value) ? [value, ...ZONES] : ZONES;
  return (
    <Select
      label={label}
      name={name}
      defaultValue={value}
      dir="ltr"
      help={help}
      error={error}
      options={[
        ...(without === undefined ? [] : [{ value: "", label: without }]),
        ...zones.map((zone) => ({ value: zone, label: zoneName(zone) })),
      ]}
    />
  );
}
