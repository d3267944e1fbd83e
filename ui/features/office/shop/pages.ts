/** The pages of the shop. */
import { page, privateHead } from "../../../page";
import { filtersOf, shopApi } from "./api";
import { CHECKOUT, ORDERS, SHOP, WISHLIST } from "./types";
import { checkoutGrammar, pagedGrammar, shopGrammar } from "./query";

const { products, productCounts, product, ownCounts, wishes, cart, addresses, orders, order } = shopApi.endpoints;

const access = { action: "read", subject: "Office" } as const;

const look = { area: "shop", access } as const;

// i18n: shop.done.*
export const pages = [
  page({
    ...look,
    name: "shop",
    icon: "shopping-bag",
    menu: { group: "apps", order: 6 },
    path: SHOP,
    title: "shop.title",
    query: shopGrammar,
    needs: ({ query: { view: _view, ...list } }) => [
      products.initiate(list),
      productCounts.initiate(filtersOf(list)),
      ownCounts.initiate(),
    ],
    head: privateHead("shop.description"),
    view: () => import("./ShopPage"),
  }),
  page({
    ...look,
    name: "product-detail",
    path: "/apps/ecommerce/product-detail/:slug",
    title: ({ params, state }) => product.select(params.slug)(state).data?.name ?? "Parley",
    needs: ({ params }) => [product.initiate(params.slug), ownCounts.initiate()],
    head: ({ params, state }) => ({
      description: product.select(params.slug)(state).data?.description ?? "",
      robots: "noindex",
    }),
    proof: "/api/v1/shop/products/:slug",
    view: () => import("./ProductPage"),
  }),
  page({
    ...look,
    name: "wishlist",
    path: WISHLIST,
    title: "shop.wishlist",
    query: pagedGrammar,
    needs: ({ query }) => [wishes.initiate(query.page), ownCounts.initiate()],
    head: privateHead("shop.wishlistAbout"),
    view: () => import("./WishlistPage"),
  }),
  page({
    ...look,
    name: "checkout",
    path: CHECKOUT,
    // The specified call has this address; a browser is led to the page.
    also: { "/apps/ecommerce/cart": {} },
    title: "shop.checkout",
    query: checkoutGrammar,
    needs: ({ query }) => [
      cart.initiate(),
      ownCounts.initiate(),
      ...(query.step === "cart" ? [] : [addresses.initiate()]),
    ],
    head: privateHead("shop.checkoutAbout"),
    view: () => import("./CheckoutPage"),
  }),
  page({
    ...look,
    name: "orders",
    path: ORDERS,
    title: "shop.orders",
    query: pagedGrammar,
    needs: ({ query }) => [orders.initiate(query.page), ownCounts.initiate()],
    head: privateHead("shop.ordersAbout"),
    view: () => import("./OrdersPage"),
  }),
  page({
    ...look,
    name: "order",
    path: "/apps/ecommerce/order/:id",
    title: ({ t, params, state }) =>
      t("shop.orderTitle", { n: String(order.select(params.id)(state).data?.number ?? "") }),
    needs: ({ params }) => [order.initiate(params.id), ownCounts.initiate()],
    head: privateHead("shop.ordersAbout"),
    proof: "/api/v1/shop/orders/:id",
    view: () => import("./OrderPage"),
  }),
];
