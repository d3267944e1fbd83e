import { useRef, type ReactNode } from "react";
import { later } from "../../page";

const UnsavedGuard = later(() => import("./UnsavedGuard"), "UnsavedGuard");

/**
 * Forms that are not left with something typed and not saved: leaving asks first, also by sending one of them while
 * another is changed.
 */
export function Guarded({
  refused = false,
  className = "as-is",
  children,
}: {
  refused?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className={className}>
      {children}
      {/* What a refused form came back with is typed, and not saved. */}
      <UnsavedGuard box={box} refused={refused} />
    </div>
  );
}
