import { useSite } from "../../page";
import { LinkButton } from "../Button";
import { Can } from "../Can";

/** The way from a public page to where it is written, for those who may write the site. */
export function EditLink({ to, size, children }: { to: string; size?: "s"; children: string }) {
  const { session } = useSite();
  if (!session.workspace?.site) return null;
  return (
    <Can I="update" a="Site">
      <p className="row">
        <LinkButton to={to} icon="pencil" {...(size && { size })}>
          {children}
        </LinkButton>
      </p>
    </Can>
  );
}
