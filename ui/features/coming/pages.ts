/** The pages that are still to be built, in one table: address, ability, and what serves instead today. */
import type { IconName } from "../../components";
import { type Access, page } from "../../page";

/** One page to be built. */
interface Coming {
  name: string;
  path: string;
  access: Access;
  /** The key of its title, the menu's own where it has one. */
  title: string;
  icon: IconName;
  /** What is said of it: pages of one thing share a sentence. */
  topic: string;
  /** Pages that serve today, by name. */
  today: readonly string[];
}

const read = (subject: string): Access => ({ action: "read", subject });

/** A page that stands in the menu, under the menu's name. */
const entry = (name: string, path: string, access: Access, icon: IconName, today: readonly string[], topic = name): Coming => ({ name, path, access, title: `common.nav.${name}`, icon, topic, today });

/** Every page to be built. A page that is built leaves this table. */
export const COMING: readonly Coming[] = [
  entry("usage", "/reports/usage", read("Usage"), "activity", ["dashboard", "conversations"]),
  entry("engagement", "/reports/engagement", read("Engagement"), "users", ["dashboard", "conversations"]),
  entry("journey", "/reports/journey", read("Journey"), "route", ["conversations", "dashboard"]),
  entry("speech", "/reports/speech", read("Speech"), "audio-lines", ["conversations", "dashboard"]),
  entry("documents", "/reports/documents", read("Document"), "file-text", ["conversations", "dashboard"]),
  entry("users", "/admin/users", read("User"), "user-cog", ["user-list", "audit"]),
  entry("clients", "/admin/clients", read("Client"), "building", ["bots", "dashboard"]),
  entry("reference", "/admin/reference", read("Reference"), "book-open", ["bots", "imports"]),
  entry("offers", "/offers", read("Offer"), "megaphone", ["conversations", "dashboard"]),
  entry("ew-leads", "/ew-leads", read("Lead"), "shield-check", ["conversations", "dashboard"], "leads"),
  entry("sandbox", "/sandbox", read("Sandbox"), "flask-conical", ["bots", "conversations"]),
];

const view = () => import("./ComingPage");

export const pages = COMING.map(({ name, path, access, title }) =>
  page({
    name,
    path,
    area: "coming",
    access,
    title,
    // Nobody keeps a page that is about to change, and no search engine is sent to it.
    cache: false,
    sitemap: false,
    messages: ["coming"],
    head: ({ t }) => ({ description: t(`coming.what.${COMING.find((one) => one.name === name)?.topic}`), robots: "noindex" }),
    view,
  }),
);
