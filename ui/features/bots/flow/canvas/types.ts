/** What the parts of the canvas tell each other. */
import type { Place } from "./layering";

/** What is done to the flow and to the places of its nodes. */
export interface Acts {
  /** Open a node; `inside` puts the focus into its panel. */
  open: (name: string, inside?: boolean) => void;
  remove: (name: string) => void;
  move: (name: string, place: Place) => void;
  connect: (from: string, output: string, to: string) => void;
  tidy: (() => void) | undefined;
}

/** The output whose targets are listed, and where on the screen. */
export interface Asked {
  name: string;
  output: string;
  at: Place;
}
