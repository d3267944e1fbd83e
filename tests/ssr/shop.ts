/** Answers of the shop. */
import type {
  Address,
  Cart,
  CartLine,
  OrderDetail,
  Product,
  ProductCounts,
  ProductDetail,
} from "../../ui/features/office/shop/types";

const pageOf = (items: unknown[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });

/** A product, and one that is kept and in the cart. */
export const PRODUCT: Product = {
  id: "51",
  number: 20,
  name: "Dash camera, 2K",
  slug: "dash-camera-2k-20",
  description: "Records the road.",
  brand: "Kestrel",
  category: "electronics",
  price: "7490.00",
  image: "/static/products/dash-camera-2k.svg",
  has_free_shipping: true,
  rating: 4,
  in_wishlist: false,
  in_cart: false,
};
const OTHER: Product = {
  ...PRODUCT,
  id: "52",
  number: 4,
  name: "Wiper pair </script>",
  slug: "wiper-pair-4",
  category: "safety",
  price: "980.00",
  has_free_shipping: false,
  in_wishlist: true,
  in_cart: true,
};
const DETAIL: ProductDetail = {
  ...PRODUCT,
  colours: ["primary", "success", "warning", "danger", "info"],
  related: [OTHER],
  currency: "INR",
};
const COUNTS: ProductCounts = {
  total: 2,
  free: 1,
  categories: [
    { value: "electronics", count: 1 },
    { value: "safety", count: 1 },
  ],
  brands: [{ value: "Kestrel", count: 2 }],
  ratings: [{ value: 4, count: 2 }],
  prices: [
    { over: 0, under: 1000, count: 1 },
    { over: 5000, under: 10_000, count: 1 },
    { over: 10_000, under: 0, count: 0 },
  ],
};
const LINE: CartLine = {
  id: "61",
  product: OTHER,
  qty: 2,
  colour: "primary",
  ships_on: "2026-11-25",
  offers: 2,
  discount_percent: 5,
  subtotal: "1960.00",
  discount: "98.00",
  total: "1862.00",
  revision: 3,
};
/** A cart of one line. */
export const CART: Cart = {
  lines: [LINE],
  count: 2,
  subtotal: "1960.00",
  discount: "98.00",
  delivery: "60.00",
  tax: "293.19",
  total: "1922.00",
  currency: "INR",
};
const ADDRESS: Address = {
  id: "71",
  name: "Asha Kulkarni",
  phone: "+91 98220 14417",
  street: "14 Law College Road",
  landmark: "",
  city: "Pune",
  state: "Maharashtra",
  pin: "411004",
  is_removed: false,
  revision: 1,
};
const ORDER: OrderDetail = {
  id: "81",
  number: 12,
  state: "placed",
  created_at: "2026-11-21T08:00:00Z",
  count: 2,
  total: "1922.00",
  currency: "INR",
  revision: 1,
  payment: "upi",
  recipient: "Asha Kulkarni",
  phone: "+91 98220 14417",
  destination: "14 Law College Road\nPune 411004",
  subtotal: "1960.00",
  discount: "98.00",
  delivery: "60.00",
  tax: "293.19",
  lines: [
    {
      name: OTHER.name,
      slug: OTHER.slug,
      image: OTHER.image,
      colour: "primary",
      price: "980.00",
      qty: 2,
      discount: "98.00",
      total: "1862.00",
      ships_on: "2026-11-25",
    },
  ],
};

/** The answer to a path of theirs; nothing for any other. */
export function shop(path: string): unknown {
  if (path.startsWith("/api/v1/shop/products/counts")) return COUNTS;
  if (path.startsWith("/api/v1/shop/products/")) return DETAIL;
  if (path.startsWith("/api/v1/shop/products")) return { ...pageOf([PRODUCT, OTHER]), currency: "INR" };
  if (path.startsWith("/api/v1/shop/wishlist")) return { ...pageOf([OTHER]), per: 25, currency: "INR" };
  if (path.startsWith("/api/v1/shop/counts")) return { cart: 1, wishlist: 1 };
  if (path.startsWith("/api/v1/shop/cart")) return CART;
  if (path.startsWith("/api/v1/shop/addresses")) return { ...pageOf([ADDRESS]), per: 25 };
  if (path.startsWith("/api/v1/shop/orders/")) return ORDER;
  if (path.startsWith("/api/v1/shop/orders")) return pageOf([ORDER]);
  return undefined;
}
