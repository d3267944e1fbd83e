/** Example answers of clients and their places. */
import type { Shape } from "../../ui/api";
import type { City, Client, Outlet, OutletStanding, Parent, Tree, TreeOutlet } from "../../ui/features/clients/types";

export const CLIENT: Client = {
  id: "1",
  name: "Meridian <Motors>",
  zone: "Asia/Kolkata",
  currency: "INR",
  language: "en",
  languages: ["en", "hi"],
  state: "suspended",
  state_at: "2026-11-01T08:00:00Z",
  state_reason: "Payment is late",
  purge_at: null,
  branding: { logo: "", colour: "#005b78", mail_from: "Meridian Care", upi_id: "meridian@okbank" },
  policy: { content_days: 400, media_days: 90, quiet_from: "21:00", quiet_to: "09:00", consent_version: 1 },
  parents: 1,
  outlets: 2,
  created_at: "2026-10-01T08:00:00Z",
  updated_at: "2026-11-01T08:00:00Z",
  revision: 3,
};
const counts = { outlets: 2, open: 2, closed: 0, open_now: 1, moving: 1, no_hours: 1, no_manager: 1, no_phone: 1 };
const baner: TreeOutlet = {
  id: "41",
  code: "PUN-BAN",
  name: "Pune Baner",
  type: "both",
  state: "open",
  managers: ["Sunil Kadam"],
  warnings: [],
  now: { open: true, until: "18:30", opens: null, holiday: false },
  move: null,
  sessions_28d: 2104,
};
const wakad: TreeOutlet = {
  ...baner,
  id: "1",
  code: "PUN-WAK",
  name: "Pune Wakad",
  managers: [],
  warnings: ["no_hours", "no_manager", "no_phone"],
  now: null,
  move: { parent: { id: "9", name: "Kaveri Wheels" }, from: "2026-12-01" },
  sessions_28d: 21,
};
export const TREE: Tree = {
  totals: { ...counts, parents: 1, cities: 1, sessions_28d: 2125 },
  matching: 2,
  no_outlet_28d: 0,
  parents: [
    {
      id: "8",
      code: "SUR",
      name: "Suryodaya Autos",
      oem: "Meridian",
      state: "open",
      branch: "8",
      opened: true,
      counts,
      city_count: 1,
      sessions_28d: 2125,
      cities: [
        {
          id: "5",
          name: "Pune",
          state: "Maharashtra",
          branch: "8.5",
          opened: true,
          counts,
          sessions_28d: 2125,
          outlets: [baner, wakad],
        },
      ],
    },
  ],
};
export const OUTLET: Outlet = {
  id: "1",
  code: "PUN-WAK",
  name: "Pune Wakad",
  client: { id: "1", name: "Meridian <Motors>" },
  parent: { id: "8", name: "Suryodaya Autos", code: "SUR" },
  city: { id: "5", name: "Pune", state: "Maharashtra" },
  type: "both",
  address: "Hinjawadi Road, Wakad, Pune 411057",
  latitude: 18.5993,
  longitude: 73.7625,
  phones: ["+912067124400"],
  phones_shown: ["+91 20 6712 4400"],
  hours: { week: { mon: [["09:00", "18:30"]] }, holidays: ["2026-12-25"] },
  closed_days: [
    { day: "2026-12-25", name: "", own: true },
    { day: "2027-01-26", name: "Republic Day", own: false },
  ],
  zone: "Asia/Kolkata",
  managers: [{ id: "7", number: 4, full_name: "Sunil Kadam", avatar: "" }],
  state: "open",
  closed_at: null,
  closed_reason: null,
  now: { open: false, until: null, opens: "09:00", holiday: false },
  warnings: [],
  move: { parent: { id: "9", name: "Kaveri Wheels" }, from: "2026-12-01" },
  created_at: "2026-10-01T08:00:00Z",
  updated_at: "2026-11-01T08:00:00Z",
  revision: 2,
};
const place = { state: "open", closed_at: null, closed_reason: null, outlets: 2, revision: 1 } as const;
const parent: Parent = {
  ...place,
  id: "8",
  code: "SUR",
  name: "Suryodaya Autos",
  oem: "Meridian",
  client: { id: "1", name: "Meridian <Motors>" },
};
const city: City = { ...place, state: "Maharashtra", id: "5", name: "Pune", status: "open" };
const placement = {
  id: "1",
  parent: { id: "8", name: "Suryodaya Autos" },
  valid_from: "2026-04-01",
  valid_to: null,
  note: "Bought",
  entered_name: "Asha Kulkarni",
  created_at: "2026-03-28T08:00:00Z",
  state: "present",
  sessions: 7412,
};
const consent = {
  id: "2",
  version: 1,
  texts: { en: "We keep this chat." },
  written_name: "Asha Kulkarni",
  created_at: "2026-03-28T08:00:00Z",
};
const listing = (items: readonly unknown[]) => ({
  items,
  total: items.length,
  page: 1,
  per: 10,
  next: null,
  previous: null,
});

const reader = { avatar: "", role: "admin", state: "active", branch: "all", place: "" } as const;
export const READERS: Shape<"OutletReader">[] = [
  { ...reader, id: "7", number: 4, full_name: "Sunil <Kadam>", role: "maintainer", branch: "outlet" },
  { ...reader, id: "8", number: 5, full_name: "Prakash Joshi", state: "invited", branch: "city", place: "Pune" },
  { ...reader, id: "9", number: 6, full_name: "Vikram Apte" },
];

/** The outlet beside its group: one figure better, one with too few, and one that nobody has. */
export const STANDING: OutletStanding = {
  parent: "Suryodaya <Autos>",
  outlets: 7,
  from: "2026-10-24",
  to: "2026-11-20",
  zone: "Asia/Kolkata",
  as_of: "2026-11-21T14:02:31+05:30",
  dashboard: "/reports/dashboard?out=outlet%3A21",
  figures: [
    {
      id: "fallback_rate",
      unit: "percent",
      value: 5.2,
      num: 189,
      den: 3631,
      small: false,
      better: "down",
      rank: 1,
      of: 7,
      median: 7.1,
      others: [6.4, 7.1, 8.2, 9],
    },
    {
      id: "csat",
      unit: "percent",
      value: 88.4,
      num: 19,
      den: 22,
      small: true,
      better: "up",
      rank: null,
      of: 6,
      median: 81.6,
      others: [80, 81.6],
    },
  ],
};

/** The answer to a path of theirs; nothing for any other. */
export function clients(path: string): unknown {
  if (/\/clients\/\d+\/tree/.test(path)) return TREE;
  if (/\/clients\/\d+\/consents/.test(path)) return listing([consent]);
  if (/\/outlets\/\d+\/people/.test(path)) return listing(READERS);
  if (/\/outlets\/\d+\/placements/.test(path)) return listing([placement]);
  if (/\/clients\/\d+/.test(path)) return CLIENT;
  if (/\/reports\/outlets\/\d+/.test(path)) return STANDING;
  if (/\/outlets\/\d+/.test(path)) return OUTLET;
  if (path.startsWith("/api/v1/outlets")) return listing([OUTLET]);
  if (/\/parents\/\d+/.test(path)) return parent;
  if (/\/cities\/\d+/.test(path)) return city;
  if (path.startsWith("/api/v1/parents")) return listing([parent]);
  if (path.startsWith("/api/v1/cities")) return listing([city]);
  if (path.startsWith("/api/v1/clients"))
    return { ...listing([CLIENT]), states: { trial: 0, active: 0, suspended: 1, closed: 0 } };
  return undefined;
}
