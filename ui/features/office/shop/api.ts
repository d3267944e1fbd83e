/** The calls of the shop. */
import { api, path } from "../../../api";
import type {
  Address,
  AddressPage,
  Cart,
  CartLine,
  Colour,
  NewAddress,
  OrderDetail,
  OrderPage,
  OwnCounts,
  Product,
  ProductArgs,
  ProductCounts,
  ProductDetail,
  ProductPage,
} from "./types";
import type { PageRef } from "../../../page";

/** A stored thing and the revision of it that one has seen. */
export interface Seen {
  id: string;
  revision: number;
}

const BASE = "/api/v1/shop";
const lineAt = (id: string) => `${BASE}/cart/${id}`;
const narrowing = ({ q, category, brand, over, under, rating, free }: Omit<ProductArgs, "sort" | "page">) => ({
  q,
  category,
  brand,
  over: over || "",
  under: under || "",
  rating: rating || "",
  free: free ? "1" : "",
});

/** What of the arguments narrows: their order and page count nothing. */
export const filtersOf = ({ sort: _sort, page: _page, ...rest }: ProductArgs) => rest;

export const shopApi = api.enhanceEndpoints({ addTagTypes: ["Shop"] }).injectEndpoints({
  endpoints: (build) => ({
    products: build.query<ProductPage, ProductArgs>({
      query: ({ sort, page, ...rest }) =>
        path(`${BASE}/products`, {
          ...narrowing(rest),
          sort: sort === "featured" ? "" : sort,
          page: page !== 1 ? page : "",
        }),
      providesTags: ["Shop"],
    }),
    productCounts: build.query<ProductCounts, Omit<ProductArgs, "sort" | "page">>({
      query: (rest) => path(`${BASE}/products/counts`, narrowing(rest)),
    }),
    product: build.query<ProductDetail, string>({
      query: (slug) => `${BASE}/products/${slug}`,
      providesTags: ["Shop"],
    }),
    ownCounts: build.query<OwnCounts, void>({ query: () => `${BASE}/counts`, providesTags: ["Shop"] }),
    wishes: build.query<ProductPage, PageRef>({
      query: (page) => path(`${BASE}/wishlist`, { page: page !== 1 ? page : "", per: 25 }),
      providesTags: ["Shop"],
    }),
    cart: build.query<Cart, void>({ query: () => `${BASE}/cart`, providesTags: ["Shop"] }),
    addresses: build.query<AddressPage, void>({ query: () => `${BASE}/addresses?per=25`, providesTags: ["Shop"] }),
    orders: build.query<OrderPage, PageRef>({
      query: (page) => path(`${BASE}/orders`, { page: page !== 1 ? page : "" }),
      providesTags: ["Shop"],
    }),
    order: build.query<OrderDetail, string>({ query: (id) => `${BASE}/orders/${id}`, providesTags: ["Shop"] }),
    wish: build.mutation<Product, { id: string; on: boolean }>({
      query: ({ id, on }) => ({ path: `${BASE}/products/${id}/wish`, method: "POST", body: { on } }),
      invalidatesTags: ["Shop"],
    }),
    addLine: build.mutation<CartLine, { product: string; qty?: number; colour?: Colour; unwish?: boolean }>({
      query: (body) => ({ path: `${BASE}/cart`, method: "POST", body }),
      invalidatesTags: ["Shop"],
    }),
    changeLine: build.mutation<CartLine, Seen & { qty: number }>({
      query: ({ id, revision, qty }) => ({
        path: lineAt(id),
        method: "PATCH",
        body: { qty },
        revision: String(revision),
      }),
      invalidatesTags: ["Shop"],
    }),
    removeLine: build.mutation<CartLine, Seen>({
      query: ({ id, revision }) => ({ path: lineAt(id), method: "DELETE", revision: String(revision) }),
      invalidatesTags: ["Shop"],
    }),
    restoreLine: build.mutation<CartLine, Seen>({
      query: ({ id, revision }) => ({ path: `${lineAt(id)}/restore`, method: "POST", revision: String(revision) }),
      invalidatesTags: ["Shop"],
    }),
    keepLine: build.mutation<CartLine, Seen>({
      query: ({ id, revision }) => ({ path: `${lineAt(id)}/later`, method: "POST", revision: String(revision) }),
      invalidatesTags: ["Shop"],
    }),
    addAddress: build.mutation<Address, NewAddress>({
      query: (body) => ({ path: `${BASE}/addresses`, method: "POST", body }),
      invalidatesTags: ["Shop"],
    }),
    changeAddress: build.mutation<Address, Seen & { values: NewAddress }>({
      query: ({ id, revision, values }) => ({
        path: `${BASE}/addresses/${id}`,
        method: "PATCH",
        body: values,
        revision: String(revision),
      }),
      invalidatesTags: ["Shop"],
    }),
    removeAddress: build.mutation<Address, Seen>({
      query: ({ id, revision }) => ({ path: `${BASE}/addresses/${id}`, method: "DELETE", revision: String(revision) }),
      invalidatesTags: ["Shop"],
    }),
    restoreAddress: build.mutation<Address, Seen>({
      query: ({ id, revision }) => ({
        path: `${BASE}/addresses/${id}/restore`,
        method: "POST",
        revision: String(revision),
      }),
      invalidatesTags: ["Shop"],
    }),
    placeOrder: build.mutation<OrderDetail, { address: string; payment: string; total: string }>({
      query: (body) => ({ path: `${BASE}/orders`, method: "POST", body }),
      invalidatesTags: ["Shop"],
    }),
    cancelOrder: build.mutation<OrderDetail, Seen>({
      query: ({ id, revision }) => ({
        path: `${BASE}/orders/${id}/cancel`,
        method: "POST",
        revision: String(revision),
      }),
      invalidatesTags: ["Shop"],
    }),
  }),
});
