import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import { useText } from "../lib/i18n";
import { PageLink } from "./Link";
import { Icon } from "./Icon";
import type { IconName } from "./icons";

interface Look {
  variant?: "primary" | "plain" | "quiet" | "danger";
  size?: "s" | "m" | "l";
  icon?: IconName;
}

const look = ({ variant = "plain", size = "m" }: Look, className?: string) =>
  ["button", variant === "plain" ? "" : variant, size === "m" ? "" : `size-${size}`, className ?? ""]
    .filter(Boolean)
    .join(" ");

const nothing = (event: MouseEvent) => event.preventDefault();

/** A button; while busy it keeps its width, says so and does nothing. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  className,
  children,
  ...rest
}: Look & { busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  const t = useText();
  return (
    <button
      type="button"
      {...rest}
      className={look({ ...(variant && { variant }), ...(size && { size }) }, className)}
      aria-disabled={busy || undefined}
      data-busy={busy || undefined}
      {...(busy && { onClick: nothing })}
    >
      {busy ? <span className="spin" /> : icon && <Icon name={icon} size={16} />}
      {busy ? t("common.saving") : children}
    </button>
  );
}

/** A link that looks like a button; `download` makes it an ordinary file link. */
export function LinkButton({
  to,
  variant,
  size,
  icon,
  download,
  className,
  children,
  ...rest
}: Look & { to: string; download?: boolean | string; className?: string; children: ReactNode; "aria-label"?: string }) {
  const classes = look({ ...(variant && { variant }), ...(size && { size }) }, className);
  const inside = (
    <>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </>
  );
  if (download !== undefined)
    return (
      <a href={to} download={download} className={classes} {...rest}>
        {inside}
      </a>
    );
  return (
    <PageLink to={to} className={classes} {...rest}>
      {inside}
    </PageLink>
  );
}

/** A button that is an icon; its label is its name and its title. */
export function IconButton({
  icon,
  label,
  size = 18,
  className,
  ...rest
}: { icon: IconName; label: string; size?: number } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} className={`icon-button ${className ?? ""}`} aria-label={label} title={label}>
      <Icon name={icon} size={size} />
    </button>
  );
}
