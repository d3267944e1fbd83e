/** The page of annotations. */
import { page, privateHead } from "../../../page";
import { annotationsApi } from "./api";
import { annotationsGrammar } from "./query";

// i18n: annotations.done.*
const { annotations, annotation } = annotationsApi.endpoints;

export const pages = [
  page({
    name: "annotations",
    path: "/reports/annotations",
    area: "annotations",
    access: { action: "read", subject: "Dashboard" },
    title: "annotations.title",
    query: annotationsGrammar,
    needs: ({ query }) => [
      annotations.initiate(query.page),
      ...(query.annotation ? [annotation.initiate(query.annotation)] : []),
    ],
    head: privateHead("annotations.about"),
    view: () => import("./AnnotationsPage"),
  }),
];
