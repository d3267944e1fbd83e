import { createContext, useContext, type AnchorHTMLAttributes, type MouseEvent } from "react";

/** What turns links into navigation inside the document; without it they are plain links. */
export interface Linking {
  /** The address of the page around. */
  here: string;
  /** The address a link really has, the reader's language kept. */
  href: (to: string) => string;
  /** Whether the address is a page of this interface. */
  knows: (href: string) => boolean;
  go: (href: string) => void;
  preload: (href: string) => void;
}

/** Given by the screen around all components. */
export const LinkContext = createContext<Linking | null>(null);

/** A link that works without script; with it, hover and focus fetch what the next page needs. */
export function PageLink({ to, onClick, ...rest }: { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">) {
  const linking = useContext(LinkContext);
  const href = linking?.href(to) ?? to;
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !plain || rest.target || rest.download !== undefined || !linking?.knows(href)) return;
    event.preventDefault();
    linking.go(href);
  };
  const warm = () => linking?.preload(href);
  return (
    // The content comes with the props; the handlers only speed up what the link does anyway.
    // eslint-disable-next-line jsx-a11y/anchor-has-content
    <a {...rest} href={href} onClick={click} onMouseEnter={warm} onFocus={warm} />
  );
}
