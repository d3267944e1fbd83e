import { createContext, useContext, type AnchorHTMLAttributes, type MouseEvent } from "react";

/** What turns links into navigation inside the document; without it they are plain links. */
export interface Linking {
  /** What one names when telling about a problem, and where: the document's request and the installation's address. */
  request?: string | undefined;
  feedback?: string | undefined;
  /** The address of the page around. */
  here: string;
  /** The address a link really has, the reader's language kept. */
  href: (to: string) => string;
  /** Whether the address is a page of this interface. */
  knows: (href: string) => boolean;
  go: (href: string, options?: { replace?: boolean }) => void;
  preload: (href: string) => void;
}

/** Given by the screen around all components. */
export const LinkContext = createContext<Linking | null>(null);

/**
 * A link that works without script; with it, hover and focus fetch what the next page needs. `replace` stays where one
 * is: for another view of the same.
 */
export function PageLink({
  to,
  replace,
  onClick,
  ...rest
}: { to: string; replace?: boolean; "data-discards"?: "" } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">) {
  const linking = useContext(LinkContext);
  const href = linking?.href(to) ?? to;
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !plain || rest.target || rest.download !== undefined || !linking?.knows(href)) return;
    event.preventDefault();
    linking.go(href, { replace });
  };
  const warm = () => linking?.preload(href);
  return (
    // The content comes with the props; the handlers only speed up what the link does anyway.
    // eslint-disable-next-line jsx-a11y/anchor-has-content
    <a {...rest} href={href} onClick={click} onMouseEnter={warm} onFocus={warm} />
  );
}
