/** The page of snapshots and closed months. */
import { page, privateHead } from "../../../page";
import { snapshotsApi } from "./api";
import { snapshotsGrammar } from "./query";

// i18n: snapshots.done.*
const { snapshots, snapshotChanges, monthCloses, laterChanges, closableClients } = snapshotsApi.endpoints;

export const pages = [
  page({
    name: "snapshots",
    path: "/reports/snapshots",
    area: "snapshots",
    access: { action: "read", subject: "Dashboard" },
    title: "snapshots.title",
    query: snapshotsGrammar,
    needs: ({ query }) => [
      query.view === "own"
        ? snapshots.initiate(query.page)
        : query.view === "months"
          ? monthCloses.initiate(query.page)
          : laterChanges.initiate(query.page),
      ...(query.changes ? [snapshotChanges.initiate(query.changes)] : []),
      ...(query.do === "close" ? [closableClients.initiate()] : []),
    ],
    head: privateHead("snapshots.about"),
    view: () => import("./SnapshotsPage"),
  }),
];
