/** Rows of a node: options, links, branches, shares, pairs of a name and a value. */
import { useRef, type ReactNode } from "react";
import { Icon, IconButton } from "../../../components";
import { Grip, SortingHelp } from "../../../components/lists/SortableList";
import { useSorting } from "../../../components/lists/useSorting";
import { useScripted } from "../../../hooks/useScripted";
import { ChoiceInput } from "../../../components/forms/controls";
import { useText } from "../../../lib/i18n";
import { moveRow, setAt, unused } from "../document/edit";
import { useConditionWords } from "../document/conditionWords";
import { useEditor, useFields } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import { Line } from "../document/fields";
import { openEnds } from "../document/graph";
import { LIMITS } from "../document/limits";
import { firstText } from "../document/outline";
import { Target } from "../document/Target";
import { TextsField } from "../document/TextsField";
import type { Branch, Option, Variant } from "../document/types";
import { ConditionFields } from "./ConditionFields";
import { PairRows } from "./PairRows";
import { Part } from "../document/Part";

interface ListProps<T> {
  /** The field's name. */
  name: string;
  rows: readonly T[];
  /** What a row is called when it is moved or removed. */
  nameOf: (row: T, at: number) => string;
  render: (at: number) => ReactNode;
  /** A new row. */
  blank: () => T;
  add: string;
  least?: number;
}

/** Rows that are added, moved and removed; without script the last one is empty, and a tick removes one. */
function List<T>({ name, rows, nameOf, render, blank, add, least = 0 }: ListProps<T>) {
  const t = useText();
  const scripted = useScripted();
  const { editor, full } = useFields();
  const { change, document, mayEdit } = editor;
  const path = full(name);
  const sorting = useSorting({
    items: rows.map((row, at) => ({ id: String(at), name: nameOf(row, at) })),
    disabled: !mayEdit,
    onMove: (id, to) => change(moveRow(document, path, Number(id), to)),
  });
  const box = useRef<HTMLDivElement>(null);
  /** Put the focus into the row that is at a place by now, or on the button that adds one. */
  const focus = (at: number) =>
    requestAnimationFrame(() => {
      const row = box.current?.querySelectorAll(".fl-list-row")[at];
      const field = row?.querySelector<HTMLElement>("input, textarea, select");
      (field ?? box.current?.querySelector<HTMLElement>(".fl-add"))?.focus();
    });
  return (
    <div className="fl-list" ref={box}>
      <ol aria-label={add} {...sorting.list}>
        {sorting.order.map((id) => {
          const at = Number(id);
          const row = rows[at];
          if (row === undefined) return null;
          const label = nameOf(row, at);
          return (
            <li key={id} data-id={id} data-held={sorting.held === id || undefined} className="fl-list-row">
              {scripted && mayEdit && <Grip {...sorting.handle({ id, name: label }, at)} />}
              <div className="grow">{render(at)}</div>
              {mayEdit && rows.length > least && (
                <>
                  <IconButton
                    icon="x"
                    size={16}
                    className="scripted"
                    label={t("common.remove", { what: label })}
                    onClick={() => {
                      change(setAt(document, [...path, at], undefined));
                      focus(at);
                    }}
                  />
                  {!scripted && (
                    <label className="choice unscripted">
                      <ChoiceInput type="checkbox" name={`${name}.${at}.remove`} value="1" />
                      <span>{t("common.remove", { what: label })}</span>
                    </label>
                  )}
                </>
              )}
            </li>
          );
        })}
        {!scripted && mayEdit && (
          <li className="fl-list-row unscripted">
            <div className="grow">{render(rows.length)}</div>
          </li>
        )}
      </ol>
      <SortingHelp id={sorting.help} announcement={sorting.announcement} />
      {mayEdit && (
        <button
          type="button"
          className="fl-add scripted"
          onClick={() => {
            change(setAt(document, path, [...rows, blank()]));
            focus(rows.length);
          }}
        >
          <Icon name="plus" size={14} />
          {add}
        </button>
      )}
    </div>
  );
}

/** The languages of the two columns, above short texts in rows. */
function Columns({ last }: { last: string }) {
  const languageName = useLanguageName();
  const { language, beside } = useEditor();
  return (
    <div className="fl-columns small quiet" aria-hidden="true">
      <span>{languageName(language)}</span>
      {beside && <span data-place="beside">{languageName(beside)}</span>}
      <span>{last}</span>
    </div>
  );
}

/** What can be pressed, and where it leads. */
export function OptionRows() {
  const t = useText();
  const { value, root } = useFields();
  const { document, language } = useEditor();
  const options = (value("options") as readonly Option[] | undefined) ?? [];
  const open = openEnds(document).get(String(root[1]));
  const taken = Object.fromEntries(options.map(({ id }) => [id, true]));
  return (
    <Part
      title={t("flow.buttons")}
      aside={
        <span className={options.length > LIMITS.buttons ? "small fl-warned" : "small quiet"}>
          {t("nodes.buttonLimit", { n: LIMITS.buttons, max: LIMITS.title })}
        </span>
      }
    >
      <Columns last={t("flow.leadsTo")} />
      <List<Option>
        name="options"
        rows={options}
        nameOf={(option) => firstText(option.label, language) || option.id}
        add={t("nodes.addButton")}
        blank={() => ({ id: unused("option", taken), label: {} })}
        render={(at) => (
          <>
            <div className="fl-option">
              <TextsField
                name={`options.${at}.label`}
                label={t("flow.button", { n: at + 1 })}
                limit={LIMITS.title}
                bare
              />
              <Target
                name={`options.${at}.next`}
                label={t("nodes.leadsOf", { n: at + 1 })}
                open={Boolean(open?.has(`options/${at}/next`))}
                bare
              />
            </div>
            <details className="fl-more">
              <summary className="small">{t("nodes.more")}</summary>
              <div className="fl-stack">
                <Line
                  name={`options.${at}.id`}
                  label={t("nodes.optionId")}
                  help={t("nodes.optionIdHelp")}
                  mono
                  maxLength={64}
                />
                <PairRows
                  name={`options.${at}.set`}
                  names={t("flow.variableName")}
                  values={t("nodes.expression")}
                  expressions
                />
              </div>
            </details>
          </>
        )}
      />
    </Part>
  );
}

/** Buttons of a message that open a page. */
export function LinkRows() {
  const t = useText();
  const { value } = useFields();
  const { language } = useEditor();
  const scripted = useScripted();
  const buttons = (value("buttons") as readonly { label: Option["label"]; url: string }[] | undefined) ?? [];
  return (
    <Part title={t("flow.links")}>
      {(buttons.length > 0 || !scripted) && <Columns last={t("flow.address")} />}
      <List
        name="buttons"
        rows={buttons}
        nameOf={({ label, url }) => firstText(label, language) || url}
        add={t("nodes.addLink")}
        blank={() => ({ label: {}, url: "https://" })}
        render={(at) => (
          <div className="fl-option">
            <TextsField name={`buttons.${at}.label`} label={t("flow.link", { n: at + 1 })} limit={LIMITS.title} bare />
            <Line name={`buttons.${at}.url`} label={t("flow.address")} mono maxLength={2000} inputMode="url" />
          </div>
        )}
      />
    </Part>
  );
}

/** Conditions, the first that is true leads on. */
export function BranchRows() {
  const t = useText();
  const { value, root } = useFields();
  const { document, language } = useEditor();
  const { words } = useConditionWords(document, language);
  const branches = (value("branches") as readonly Branch[] | undefined) ?? [];
  const open = openEnds(document).get(String(root[1]));
  return (
    <Part title={t("flow.conditions")} aside={<span className="small quiet">{t("nodes.conditionsHelp")}</span>}>
      <List<Branch>
        name="branches"
        rows={branches}
        nameOf={(branch, at) => words(branch.if) || t("flow.conditionOf", { n: at + 1 })}
        add={t("nodes.addCondition")}
        blank={() => ({ if: "" })}
        render={(at) => (
          <div className="fl-cond-branch" role="group" aria-label={t("flow.conditionOf", { n: at + 1 })}>
            <ConditionFields name={`branches.${at}`} />
            <Target
              name={`branches.${at}.next`}
              label={t("flow.leadsTo")}
              open={Boolean(open?.has(`branches/${at}/next`))}
            />
          </div>
        )}
      />
    </Part>
  );
}

/** Shares of contacts, each with its own way. */
export function VariantRows() {
  const t = useText();
  const { value, root } = useFields();
  const { document } = useEditor();
  const variants = (value("variants") as readonly Variant[] | undefined) ?? [];
  const open = openEnds(document).get(String(root[1]));
  return (
    <Part title={t("flow.shares")} aside={<span className="small quiet">{t("nodes.sharesHelp")}</span>}>
      <List<Variant>
        name="variants"
        rows={variants}
        nameOf={(_, at) => t("flow.shareOf", { n: at + 1 })}
        add={t("nodes.addShare")}
        blank={() => ({ weight: 1 })}
        least={1}
        render={(at) => (
          <div className="fl-pair">
            <Line name={`variants.${at}.weight`} label={t("flow.weight")} number />
            <Target
              name={`variants.${at}.next`}
              label={t("flow.leadsTo")}
              open={Boolean(open?.has(`variants/${at}/next`))}
            />
          </div>
        )}
      />
    </Part>
  );
}
