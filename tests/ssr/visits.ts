/** Where every page of the table is, and who may open it. */
import type { Session } from "../../ui/lib/session";
import type { PageRow } from "../../ui/page";
import { ANONYMOUS, SESSION } from "./examples";

/** The reader who may open a page, and its address with some id. */
export const visit = ({ path, access }: PageRow): [string, Session] => [
  path.replace(/:\w+/g, "1"),
  access === "guest" || access === "public" ? ANONYMOUS : SESSION,
];

/** What an address opens over a page, or beside its first step. */
export const opened = [
  "/apps/todo?new=1",
  "/apps/todo?task=1",
  "/apps/calendar?new=1",
  "/apps/calendar?event=1",
  "/apps/calendar?import=1",
  "/apps/chat?me=1",
  "/apps/chat/1?profile=1",
  "/apps/user/list?do=new",
  "/apps/user/list?do=edit&who=1",
  "/apps/user/list?do=delete&who=1",
  "/admin/users/1?tab=access",
  "/admin/users/1?tab=access&subject=Bot&thing=7",
  "/admin/users/1?tab=owned",
  "/admin/users/1?tab=sessions",
  "/admin/users/1?do=suspend",
  "/admin/users/1?do=deactivate",
  "/apps/invoice/preview/1?sheet=send",
  "/apps/invoice/preview/1?sheet=payment",
  "/apps/ecommerce/checkout?step=address",
  "/apps/ecommerce/checkout?step=payment",
  "/admin/bots/1/voice?call=1",
  "/reports/calls/1?turn=1",
  "/customer-documents?do=new&vehicle=1",
  "/reports/documents?tab=customers",
  "/sandbox?id=71",
  "/sandbox?id=71&turn=1&part=debugger",
  "/sandbox?id=71&part=debugger&with=2",
  "/reports/conversations?add=outcome:in&f=turns:gt:5",
  "/reports/conversations?add=turns:between",
  "/reports/journey?tab=funnel",
  `/reports/snapshots?changes=${"ab".repeat(32)}`,
  "/reports/snapshots?view=months&do=close",
  "/reports/snapshots?view=months&do=reopen&close=15",
  "/reports/snapshots?view=changes",
  "/reports/alerts?do=new",
  "/reports/alerts/9?do=edit",
  "/reports/alerts/9?do=delete",
  "/reports/journey?tab=funnel&steps=goal:booked%3Bevent:rated&by=channel",
  "/admin/bots/7/channels?account=31",
  "/admin/bots/7/channels?add=whatsapp",
  "/admin/bots/7/knowledge?show=add",
  "/admin/bots/7/knowledge?document=81",
  "/admin/bots/7/knowledge?document=81&show=edit",
  "/admin/bots/7/knowledge?document=81&show=delete",
  "/admin/bots/7/knowledge?document=81&show=replace",
  "/admin/bots/7/cases?case=61",
  "/admin/bots/7/cases?case=61&view=edit",
];
