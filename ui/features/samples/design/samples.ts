/** Made-up dealers, people and figures to show components with; names and codes are the same in every language. */

/** An outlet with its figures of four weeks. */
export interface Outlet {
  id: string;
  name: string;
  city: string;
  state: "live" | "paused" | "draining" | "draft";
  seen: string;
  sessions: number;
  resolved: number | null;
  change: number | null;
}

export const PEOPLE = [
  "Asha Kulkarni",
  "Imran Sheikh",
  "Devika Menon",
  "Meera Nair",
  "Karthik Subramaniam",
  "Arjun Patil",
  "Sana Qureshi",
];

export const OUTLETS: readonly Outlet[] = [
  {
    id: "1",
    name: "Ahmedabad SG Highway",
    city: "Ahmedabad",
    state: "live",
    seen: "2026-07-16T08:11:00Z",
    sessions: 1330,
    resolved: 73.8,
    change: 2,
  },
  {
    id: "2",
    name: "Bengaluru Whitefield",
    city: "Bengaluru",
    state: "draining",
    seen: "2026-07-16T07:35:00Z",
    sessions: 1966,
    resolved: 77,
    change: 5.2,
  },
  {
    id: "3",
    name: "Jaipur Tonk Road",
    city: "Jaipur",
    state: "paused",
    seen: "2026-07-15T13:02:00Z",
    sessions: 604,
    resolved: 62.2,
    change: -9.6,
  },
  {
    id: "4",
    name: "Mysuru Hunsur Road",
    city: "Mysuru",
    state: "draft",
    seen: "2026-07-12T05:40:00Z",
    sessions: 21,
    resolved: null,
    change: null,
  },
  {
    id: "5",
    name: "Pune Baner",
    city: "Pune",
    state: "live",
    seen: "2026-07-16T08:29:00Z",
    sessions: 2104,
    resolved: 79.4,
    change: 7.6,
  },
];

/** Outlets by place: a parent's figures are the sums of what is below it. */
export interface Place {
  key: string;
  name: string;
  sessions: number;
  resolved: number;
  children?: readonly Place[];
}

export const PLACES: readonly Place[] = [
  {
    key: "1",
    name: "Maharashtra",
    sessions: 4104,
    resolved: 76.1,
    children: [
      {
        key: "2",
        name: "Pune",
        sessions: 3616,
        resolved: 77.9,
        children: [
          { key: "3", name: "Pune Baner", sessions: 2104, resolved: 79.4 },
          { key: "4", name: "Pune Hadapsar", sessions: 1512, resolved: 75.8 },
        ],
      },
      { key: "5", name: "Nashik Gangapur Road", sessions: 488, resolved: 60.7 },
    ],
  },
  {
    key: "6",
    name: "Karnataka",
    sessions: 1987,
    resolved: 76.8,
    children: [
      { key: "7", name: "Bengaluru Whitefield", sessions: 1966, resolved: 77 },
      { key: "8", name: "Mysuru Hunsur Road", sessions: 21, resolved: 57.1 },
    ],
  },
  { key: "9", name: "Rajasthan", sessions: 604, resolved: 62.2 },
];

const DAYS = 28;
const day = (index: number) => new Date(Date.UTC(2026, 5, 19 + index)).toISOString().slice(0, 10);
/** A steady week with quiet Sundays; no chance in it, so that both sides draw the same. */
const course = (base: number, swing: number) =>
  Array.from({ length: DAYS }, (_, index) =>
    Math.round(base * (index % 7 === 2 ? 0.55 : 1) + swing * Math.sin(index * 1.7) + index * (swing / 20)),
  );

/** Four weeks of days; the last is not over, the two before may still change. */
export const WEEKS = Array.from({ length: DAYS }, (_, index) => ({
  day: day(index),
  partial: index === DAYS - 1,
  provisional: index >= DAYS - 3 && index < DAYS - 1,
}));
export const SERVICE = course(410, 34).map((value, index) => (index === DAYS - 1 ? 250 : value));
export const SALES = course(180, 22).map((value, index) => (index === DAYS - 1 ? 96 : value));
export const PSF = course(58, 9).map((value, index) => (index === DAYS - 1 ? 31 : value));
export const BEFORE = course(395, 26);
/** A rate with two days nobody counted. */
export const RATE = course(72, 4).map((value, index) =>
  index === 9 || index === 10 ? null : Math.min(88, value < 60 ? value + 30 : value),
);
export const SPARK = [12, 14, 13, 16, 15, 11, 17, 18, 16, 19, 18, 21, 20, 22];

/** Waits in minutes, by classes two minutes wide. */
export const WAITS = [41, 118, 204, 187, 131, 88, 54, 37, 22, 14, 9, 5];

/** Sessions by weekday and hour. */
export const HEAT = Array.from({ length: 7 }, (_, row) =>
  Array.from({ length: 24 }, (_, hour) =>
    hour < 7 || hour > 20 ? 0 : Math.round((row === 6 ? 14 : 40) * Math.abs(Math.sin((hour - 6) / 4.4)) + row),
  ),
);

export const CODE = `curl -X POST https://parley.example/api/v1/bots \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: 6f1d2c3e-0a4b-4b7e-9f55-2d1f7a3b9c10" \\
  -d '{"name": "Service Desk", "group": "service", "language": "en"}'`;
