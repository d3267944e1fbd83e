/** The calls of annotations. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Annotation = Shape<"Annotation">;

export const annotationsApi = api.enhanceEndpoints({ addTagTypes: ["Report"] }).injectEndpoints({
  endpoints: (build) => ({
    annotations: build.query<Shape<"AnnotationPage">, PageRef>({
      query: (page) => path("/api/v1/annotations", { page: page === 1 ? undefined : page }),
      providesTags: ["Report"],
    }),
    annotation: build.query<Annotation, string>({
      query: (id) => `/api/v1/annotations/${encodeURIComponent(id)}`,
      providesTags: ["Report"],
    }),
  }),
});
