import type { ComponentType } from "react";

/** One part of the page of components: its name in the address, in the words of `design.s.*`, and what it shows. */
export interface Section {
  id: string;
  View: ComponentType;
}
