import { useId, type ComponentProps } from "react";
import { Button } from "../Button";

/** A button that cannot be pressed while there is a reason, which is beside it and belongs to its description. */
export function ReasonedButton({ reason, ...rest }: { reason: string | null } & ComponentProps<typeof Button>) {
  const id = useId();
  return (
    <span className="row">
      <Button
        {...rest}
        disabled={reason !== null || rest.disabled}
        aria-describedby={reason === null ? undefined : id}
      />
      {reason !== null && (
        <span className="small quiet" id={id}>
          {reason}
        </span>
      )}
    </span>
  );
}
