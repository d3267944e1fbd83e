/** The calls of the sample table. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type TableRow = Shape<"TableRow">;
export type TableRowPage = Shape<"TableRowPage">;
export type TableRowChange = Shape<"TableRowChange">;

/** What narrows and orders the table. */
export interface Narrowed {
  q: string;
  status: string;
  city: string;
  sort: string;
}
/** As the page's address has it. */
export interface Asked extends Narrowed {
  page: PageRef;
  per: string;
}

const OWN = "/api/v1/datatables";

/** The file of what is listed. */
export const filePath = ({ q, status, city, sort }: Narrowed) => path(`${OWN}/file`, { q, status, city, sort });

export const tableApi = api.enhanceEndpoints({ addTagTypes: ["TableRow"] }).injectEndpoints({
  endpoints: (build) => ({
    tableRows: build.query<TableRowPage, Asked>({
      query: ({ q, status, city, sort, page, per }) =>
        path(OWN, { q, status, city, sort, page: page !== 1 ? page : "", per: per === "10" ? "" : per }),
      providesTags: ["TableRow"],
    }),
    tableCities: build.query<{ cities: string[] }, void>({ query: () => `${OWN}/cities`, providesTags: ["TableRow"] }),
    suggest: build.query<Shape<"Completions">, string>({ query: (q) => path("/api/v1/autocomplete", { q }) }),
    changeTableRow: build.mutation<TableRow, { id: string; revision: number; values: TableRowChange }>({
      query: ({ id, revision, values }) => ({
        path: `${OWN}/${id}`,
        method: "PATCH",
        body: values,
        revision: String(revision),
      }),
      invalidatesTags: ["TableRow"],
    }),
  }),
});
