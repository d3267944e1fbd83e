/** What opens: menus, panels, tooltips, dialogs, sheets and toasts. */
import { useState } from "react";
import { Avatar, Button, Icon, IconButton } from "../../../components";
import { Field, Select } from "../../../components/fields";
import { Confirm } from "../../../components/dialogs/Confirm";
import { CloseButton, DialogButton } from "../../../components/dialogs/buttons";
import { Dialog } from "../../../components/dialogs/Dialog";
import { Switch } from "../../../components/fields/choices";
import { ActionMenu, MenuAction, MenuLine, MenuPlace } from "../../../components/floats/ActionMenu";
import { Popover } from "../../../components/floats/Popover";
import { Tooltip } from "../../../components/floats/Tooltip";
import { useToast } from "../../../components/toasts/useToast";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { designGrammar } from "./query";
import { CALM, Shelf } from "./Shelf";

/** A menu by its word and by its dots, a panel, a tooltip. */
export function Menus() {
  const t = useText();
  const { show } = useToast();
  const [did, setDid] = useState("");
  const items = (
    <>
      <MenuPlace to="/admin/bots" icon="external-link" keys="o">
        {t("design.open")}
      </MenuPlace>
      <MenuAction icon="copy" keys="d" onClick={() => setDid(t("design.duplicated"))}>
        {t("design.duplicate")}
      </MenuAction>
      <MenuAction icon="pause" about={t("design.pauseAbout")} onClick={() => setDid(t("design.paused"))}>
        {t("design.pause")}
      </MenuAction>
      <MenuAction onClick={() => undefined} disabled about={t("design.noRight")}>
        {t("design.publish")}
      </MenuAction>
      <MenuLine />
      <MenuAction
        danger
        icon="archive"
        onClick={() =>
          show({
            text: t("design.archived"),
            action: { label: t("design.undo"), do: () => setDid(t("design.undone")) },
          })
        }
      >
        {t("design.archive")}
      </MenuAction>
    </>
  );
  return (
    <Shelf title={t("design.s.menus")}>
      <div className="shelf-row">
        <ActionMenu label={t("design.actions")}>{items}</ActionMenu>
        <ActionMenu label={t("design.more")} icon="ellipsis-vertical" align="end">
          {items}
        </ActionMenu>
        <Popover label={t("design.definition")}>
          {(close) => (
            <div className="stack">
              <p>{t("design.tip")}</p>
              <p className="quiet small">{t("design.tipFacts")}</p>
              <p>
                <Button size="s" {...close}>
                  {t("common.close")}
                </Button>
              </p>
            </div>
          )}
        </Popover>
        <Tooltip title={t("design.tipTitle")} tip={t("design.tip")} facts={t("design.tipFacts")}>
          <IconButton icon="circle-help" label={t("design.definition")} />
        </Tooltip>
        <span role="status" className="small quiet">
          {did}
        </span>
      </div>
    </Shelf>
  );
}

/** A dialog, a question before what cannot be undone, and a sheet with a form. */
export function Dialogs() {
  const t = useText();
  const { show } = useToast();
  const { here } = usePage<typeof designGrammar>();
  const sample = { call: "/api/v1/preferences", page: here() };
  return (
    <Shelf title={t("design.s.dialogs")}>
      <div className="shelf-row">
        <DialogButton opens="sample-dialog">{t("design.openDialog")}</DialogButton>
        <DialogButton opens="sample-confirm" variant="danger">
          {t("design.forget")}
        </DialogButton>
        <DialogButton opens="sample-sheet">{t("design.editUser")}</DialogButton>
      </div>
      <Dialog
        id="sample-dialog"
        title={t("design.dialogTitle")}
        actions={
          <CloseButton of="sample-dialog" variant="primary" data-first>
            {t("design.gotIt")}
          </CloseButton>
        }
      >
        <p className="quiet">{t("design.dialogBody")}</p>
      </Dialog>
      <Confirm
        id="sample-confirm"
        title={t("design.forgetTitle")}
        act={t("design.forget")}
        keep={t("design.keep")}
        word={t("design.forgetWord")}
        form={sample}
        onConfirm={() => Promise.resolve(void show({ text: t("design.forgotten") }))}
      >
        {t("design.forgetBody")}
      </Confirm>
      <Dialog
        id="sample-sheet"
        sheet
        mark={<Avatar name="Sunil Kadam" size={32} />}
        title={t("design.editUser")}
        lead={t("design.editLead")}
        actions={
          <>
            <CloseButton of="sample-sheet" variant="danger" className="first">
              {t("design.deactivate")}
            </CloseButton>
            <CloseButton of="sample-sheet">{t("design.cancel")}</CloseButton>
            <CloseButton of="sample-sheet" variant="primary">
              {t("design.save")}
            </CloseButton>
          </>
        }
      >
        <Field label={t("design.fullName")} defaultValue="Sunil Kadam" autoComplete="off" data-first />
        <Field
          label={t("design.email")}
          type="email"
          defaultValue="sunil.kadam@suryodaya"
          error={t("design.emailWrong")}
          autoComplete="off"
          {...CALM}
        />
        <div className="pair">
          <Select label={t("design.role")} options={[{ value: "client", label: t("design.client") }]} />
          <Field label={t("design.phone")} defaultValue="+91 98765 43210" dir="ltr" autoComplete="off" />
        </div>
        <Switch label={t("design.twoStep")} about={t("design.twoStepAbout")} defaultChecked />
      </Dialog>
    </Shelf>
  );
}

/** Toasts of every kind. */
export function Toasts() {
  const t = useText();
  const { show, change } = useToast();
  const [done, setDone] = useState<{ id: number; share: number } | null>(null);
  const go = () => {
    const share = Math.min(1, (done && done.share < 1 ? done.share : 0) + 0.25);
    const toast = {
      tone: "info" as const,
      text: t(share < 1 ? "design.exporting" : "design.exported"),
      progress: share,
      icon: <Icon name="download" />,
    };
    if (done && done.share < 1) change(done.id, toast);
    setDone({ share, id: done && done.share < 1 ? done.id : show(toast) });
  };
  return (
    <Shelf title={t("design.s.toasts")}>
      <div className="shelf-row">
        <Button
          onClick={() =>
            show({
              text: t("design.taskMoved"),
              action: { label: t("design.undo"), do: () => show({ tone: "info", text: t("design.undone") }) },
            })
          }
        >
          {t("design.toastDone")}
        </Button>
        <Button onClick={() => show({ tone: "bad", title: t("design.notSent"), text: t("design.refused") })}>
          {t("design.toastError")}
        </Button>
        <Button onClick={go}>{t("design.toastProgress")}</Button>
      </div>
      <p className="small quiet">{t("design.toastHelp")}</p>
    </Shelf>
  );
}
