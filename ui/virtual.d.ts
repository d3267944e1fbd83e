/** Modules that ui/build.mjs makes from the folders it finds. */
declare module "virtual:pages" {
  import type { PageRow } from "./page";
  export const PAGES: readonly PageRow[];
}
declare module "virtual:messages" {
  import type { MessageSource } from "./page";
  export const readMessages: MessageSource;
}
declare module "virtual:icons" {
  export const SPRITE: string;
}
declare module "virtual:styles" {
  export const STYLES: Readonly<Record<string, string>>;
  /** The sheet of other looks than the default. */
  export const LOOKS: string;
}
/** A sheet of a component: the build joins those of a page, see `needsOf`. */
declare module "*.css";
