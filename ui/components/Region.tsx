import { Component, type ReactNode } from "react";
import { isProblem } from "../lib/problem";
import { ProblemNotice } from "./states";

/** A part of a page that may fail alone: it says so in its place, and the rest stays. */
export class Region extends Component<{ children: ReactNode }, { failed: unknown }> {
  override state = { failed: undefined };

  /** Remember what was thrown. */
  static getDerivedStateFromError(thrown: unknown) {
    return { failed: isProblem(thrown) ? thrown : { status: 500 } };
  }

  override render() {
    const { failed } = this.state;
    return failed === undefined ? this.props.children : <ProblemNotice problem={failed} />;
  }
}
