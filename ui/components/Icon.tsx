import { SPRITE } from "virtual:icons";
import type { IconName } from "./icons";

/** What points along the line: it turns round where lines run from right to left. */
const ALONG: ReadonlySet<IconName> = new Set(["arrow-left", "reply", "forward"]);

/** A decorative icon out of the sprite; the control around it carries the name. */
export function Icon({ name, size = 18, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={["icon", ALONG.has(name) && "mirror", className].filter(Boolean).join(" ")}
      width={size}
      height={size}
      aria-hidden="true"
    >
      <use href={`${SPRITE}#${name}`} />
    </svg>
  );
}

/** An icon of the frame: its drawing is in the document, so that it is there with the first paint. */
export function FrameIcon({ name, size = 18, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={className ? `icon ${className}` : "icon"}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <use href={`#i-${name}`} />
    </svg>
  );
}

/** The product's name, the same in every language. */
export const NAME = "Parley";

/** Mark and name together. */
export function Brand({ size = 26 }: { size?: number }) {
  return (
    <>
      <Mark size={size} />
      <span>{NAME}</span>
    </>
  );
}

/** The mark of the product, drawn in place: it is there before any other picture. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2.5 2h11.2a7.6 7.6 0 0 1 0 15.2H7.4L2.5 22.6z" />
      <path d="M7.5 7h7M7.5 11.2h4.5" />
    </svg>
  );
}
