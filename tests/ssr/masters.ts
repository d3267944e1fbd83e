/** Example answers of master data and its imports. */
import type { Customer, JobCard, Vehicle } from "../../ui/features/masters/records/types";
import type { MasterImport, MasterRow } from "../../ui/features/masters/imports/types";

const place = {
  client: { id: "1", name: "Meridian <Motors>" },
  outlet: { id: "41", name: "Pune Baner" },
  parent: { id: "8", name: "Suryodaya Autos" },
  city: { id: "5", name: "Pune" },
};
const dates = { created_at: "2026-10-01T08:00:00Z", updated_at: "2026-11-01T08:00:00Z", revision: 2 };
export const CUSTOMER: Customer = {
  ...place,
  ...dates,
  id: "1",
  name: "Rohan <Deshpande>",
  phone: "+919822014482",
  phone_shown: "+91 98220 14482",
  last4: "4482",
  email: "rohan@example.com",
  vehicles: 1,
};
export const VEHICLE: Vehicle = {
  ...place,
  ...dates,
  id: "1",
  vin: "MRDHK4S2XT0412867",
  registration: "MH12QT4417",
  model: "arka",
  model_labels: { en: "Arka", hi: "अर्का" },
  variant: "arka-zx",
  variant_labels: { en: "Arka 1.5 ZX AT" },
  fuel: "petrol",
  sale_date: "2024-03-07",
  odometer_km: 31_240,
  warranty_end: "2027-03-06",
  extended_warranty_end: null,
  owner: { id: "1", name: "Rohan <Deshpande>", phone: null, phone_shown: null, last4: "4482" },
  state: "open",
  closed_at: null,
  warnings: ["vin_check_digit"],
};
export const JOB_CARD: JobCard = {
  ...place,
  ...dates,
  id: "1",
  number: "PUN-24-001877",
  vehicle: { id: "1", vin: VEHICLE.vin, registration: VEHICLE.registration, model: VEHICLE.model },
  opened_on: "2026-11-02",
  closed_on: null,
  type: "free",
  type_labels: { en: "Free <service>" },
  model_labels: VEHICLE.model_labels,
  odometer_km: 31_240,
  amount: 4210.5,
  currency: "INR",
  state: "open",
};
const WHY = {
  message: "The letter I is not used in a VIN. Is it 1?",
  code: "vin_letter",
  params: { letter: "I", digit: "1" },
};
const BAD = "MRDHK4S2XT04I2915";
export const BAD_ROW: MasterRow = {
  row: 118,
  state: "open",
  cells: [
    { field: "vin", value: BAD, file: BAD, ...WHY },
    { field: "model", value: "Arka <2>", file: "Arka", message: "", code: "", params: {} },
  ],
};
export const IMPORT: MasterImport = {
  id: "1",
  kind: "vehicles",
  name: "suryodaya <jul>.csv",
  state: "ready",
  user_name: "Asha Kulkarni",
  rows: 2412,
  line: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  undone: 0,
  retained: 0,
  error_count: 27,
  warning_count: 41,
  counts: { new: 318, changed: 196, unchanged: 1871 },
  undecided: [
    { field: "outlet", text: "", model: "", rows: 500 },
    { field: "model", text: "Nova <b>", model: "", rows: 2 },
  ],
  chosen: [{ field: "variant", text: "1.5 lxi", value: "arka-1.5-zx" }],
  columns: [
    { column: "vin_no", first: "MRDHK4S2XT0412867", field: "vin" },
    { column: "remarks", first: "call after 6 pm", field: "" },
  ],
  fields_known: ["vin", "registration", "outlet"],
  lacking: [],
  changes: {
    new: 318,
    changed: 196,
    unchanged: 1871,
    marks: [],
    by_field: [{ field: "odometer_km", count: 128 }],
    items: [{ row: 5, key: "MRDHK4S2XT0398114", field: "odometer_km", before: "18402", after: "31240" }],
  },
  errors: [{ row: 118, field: "vin", value: "MRDHK4S2XT04I2915", ...WHY }],
  left: [],
  row_counts: { open: 27, fits: 0, skipped: 0, done: 0 },
  mapped_as: { id: "2", name: "suryodaya <jun>.csv", at: "2026-10-21T08:00:00Z" },
  revision: 2,
  undo_until: null,
  error: null,
  created_at: "2026-11-21T08:00:00Z",
  finished_at: null,
  undone_at: null,
};
const spoken = {
  id: "1",
  started_at: "2026-11-20T08:00:00Z",
  channel: "whatsapp",
  outcome: "completed",
  first_text: "Hi",
};
const listing = (items: readonly unknown[]) => ({
  items,
  total: items.length,
  page: 1,
  per: 10,
  next: null,
  previous: null,
});

/** The answer to a path of theirs; nothing for any other. */
export function masters(path: string): unknown {
  if (/\/masters\/imports\/\d+\/rows/.test(path)) return listing([BAD_ROW]);
  if (/\/masters\/imports\/\d+/.test(path)) return IMPORT;
  if (path.startsWith("/api/v1/masters/imports")) return listing([IMPORT]);
  if (/\/customers\/\d+\/conversations/.test(path)) return listing([spoken]);
  if (/\/customers\/\d+/.test(path)) return CUSTOMER;
  if (/\/vehicles\/\d+/.test(path)) return VEHICLE;
  if (/\/job-cards\/\d+/.test(path)) return JOB_CARD;
  if (path.startsWith("/api/v1/customers")) return listing([CUSTOMER]);
  if (path.startsWith("/api/v1/vehicles")) return listing([VEHICLE]);
  if (path.startsWith("/api/v1/job-cards")) return listing([JOB_CARD]);
  return undefined;
}
