import { useRef, type ReactNode } from "react";
import { later } from "../../page";
import { useAnswered } from "./refused";

const UnsavedGuard = later(() => import("./UnsavedGuard"), "UnsavedGuard");

/**
 * Forms that are not left with something typed and not saved: leaving asks first, also by sending one of them while
 * another is changed.
 */
export function Guarded({
  call,
  refused,
  className = "as-is",
  children,
}: {
  /** The call of the form in it, where the page has others. */
  call?: string;
  /** Whether what is in it was refused, where that is not what the page's form, or that of the call, was. */
  refused?: boolean | undefined;
  className?: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const form = useAnswered(call === undefined ? undefined : [call]);
  const isRefused = refused ?? (form !== null && form.problem.status >= 400);
  return (
    <div ref={box} className={className}>
      {children}
      {/* What a refused form came back with is typed, and not saved. */}
      <UnsavedGuard box={box} refused={isRefused} />
    </div>
  );
}
