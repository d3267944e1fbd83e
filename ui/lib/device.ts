const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/** The names of browser and system a user agent gives away; the text itself when it names neither. */
export function deviceName(agent: string): string {
  const names = [BROWSERS, SYSTEMS].map((list) => list.find(([mark]) => agent.includes(mark))?.[1]).filter(Boolean);
  return names.join(" · ") || agent.slice(0, 60);
}
