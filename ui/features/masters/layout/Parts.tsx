/** The parts of master data as tabs; outlets stand with their clients. */
import { Tabs, useCan } from "../../../components";
import { useText } from "../../../lib/i18n";

const PARTS = ["vehicles", "customers", "job-cards", "imports"] as const;
export type PartName = (typeof PARTS)[number];
const LABELS = {
  vehicles: "masters.vehicles",
  customers: "masters.customers",
  "job-cards": "masters.jobCards",
  imports: "masters.imports",
} as const;

/** The tabs. */
export function Parts({ current }: { current: PartName }) {
  const t = useText();
  const can = useCan();
  const items = PARTS.map((part) => ({
    label: t(LABELS[part]),
    to: `/admin/masters/${part}`,
    current: part === current,
  }));
  const outlets = { label: t("masters.outlets"), to: "/admin/clients", current: false };
  return (
    <Tabs
      label={t("masters.parts")}
      items={can("read", "Client") ? [...items.slice(0, 3), outlets, ...items.slice(3)] : items}
    />
  );
}
