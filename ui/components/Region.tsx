import { Component, useContext, type ReactNode } from "react";
import { isProblem } from "../lib/problem";
import { LinkContext } from "./Link";
import { ProblemNotice } from "./states";

interface Props {
  /** The address that is shown: at another one it may be well again. */
  at: string;
  children: ReactNode;
}

/** Catches what is thrown below it. */
class Catching extends Component<Props, { failed: unknown }> {
  override state = { failed: undefined };

  /** Remember what was thrown. */
  static getDerivedStateFromError(thrown: unknown) {
    return { failed: isProblem(thrown) ? thrown : { status: 500 } };
  }

  override componentDidUpdate({ at }: Props) {
    if (at !== this.props.at && this.state.failed !== undefined) this.setState({ failed: undefined });
  }

  override render() {
    const { failed } = this.state;
    return failed === undefined ? this.props.children : <ProblemNotice problem={failed} />;
  }
}

/** A part of a page that may fail alone: it says so in its place, and the rest stays. */
export function Region({ children }: { children: ReactNode }) {
  return <Catching at={useContext(LinkContext)?.here ?? ""}>{children}</Catching>;
}
