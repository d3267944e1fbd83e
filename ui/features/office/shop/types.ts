/** The shop as the API answers it. */
import type { Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Product = Shape<"Product">;
export type ProductPage = Shape<"ProductPage">;
export type ProductDetail = Shape<"ProductDetail">;
export type ProductCounts = Shape<"ProductCounts">;
export type Cart = Shape<"Cart">;
export type CartLine = Shape<"CartLine">;
export type OwnCounts = Shape<"OwnCounts">;
export type Address = Shape<"Address">;
export type AddressPage = Shape<"AddressPage">;
export type NewAddress = Shape<"NewAddress">;
export type Order = Shape<"Order">;
export type OrderDetail = Shape<"OrderDetail">;
export type OrderPage = Shape<"OrderPage">;
export type Colour = CartLine["colour"];

export const CATEGORIES = [
  "electronics",
  "interior",
  "safety",
  "care",
  "service",
] as const satisfies readonly Product["category"][];
export const COLOURS = ["primary", "success", "warning", "danger", "info"] as const satisfies readonly Colour[];
export const PAYMENTS = ["upi", "card", "netbanking", "delivery"] as const satisfies readonly OrderDetail["payment"][];
export const SORTS = ["featured", "price-asc", "price-desc", "rating"] as const;
export const STEPS = ["cart", "address", "payment"] as const;

/** The addresses of the shop's pages. */
export const SHOP = "/apps/ecommerce/shop";
export const WISHLIST = "/apps/ecommerce/wishlist";
export const CHECKOUT = "/apps/ecommerce/checkout";
export const ORDERS = "/apps/ecommerce/orders";
export const detailAt = (slug: string) => `/apps/ecommerce/product-detail/${slug}`;
export const orderAt = (id: string) => `/apps/ecommerce/order/${id}`;

/** What narrows and orders the products. */
export interface ProductArgs {
  q: string;
  category: string;
  brand: string;
  over: number;
  under: number;
  rating: number;
  free: boolean;
  sort: string;
  page: PageRef;
}
