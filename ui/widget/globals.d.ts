/** A stylesheet as text. */
declare module "*.css?inline" {
  const text: string;
  export default text;
}

/** The panel's file, known when the loader is built. */
declare const PANEL_FILE: string;
