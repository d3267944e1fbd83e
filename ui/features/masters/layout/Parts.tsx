/** The parts of master data as tabs; outlets are for who may read clients. */
import { Tabs, useCan } from "../../../components";
import { useText } from "../../../lib/i18n";

const PARTS = ["vehicles", "customers", "job-cards", "outlets", "imports"] as const;
export type PartName = (typeof PARTS)[number];
const LABELS = {
  vehicles: "masters.vehicles",
  customers: "masters.customers",
  "job-cards": "masters.jobCards",
  outlets: "masters.outlets",
  imports: "masters.imports",
} as const;

/** The tabs. */
export function Parts({ current }: { current: PartName }) {
  const t = useText();
  const can = useCan();
  const parts = PARTS.filter((part) => can("read", part === "outlets" ? "Client" : "Master"));
  return (
    <Tabs
      label={t("masters.parts")}
      items={parts.map((part) => ({
        label: t(LABELS[part]),
        to: `/admin/masters/${part}`,
        current: part === current,
      }))}
    />
  );
}
