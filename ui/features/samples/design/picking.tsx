/** What is picked out of much: one or several of many, days, files. */
import { useCallback } from "react";
import { useDispatch } from "react-redux";
import { DateRange } from "../../../components/dates/DateRange";
import { todayIn } from "../../../components/dates/days";
import { presetsOf } from "../../../components/dates/presets";
import { Combobox } from "../../../components/fields/Combobox";
import { TagField } from "../../../components/fields/TagField";
import type { Option, Search } from "../../../components/fields/useSearch";
import { FileDrop } from "../../../components/files/FileDrop";
import { useText } from "../../../lib/i18n";
import { useGetForm, usePage } from "../../../page";
import { botsApi } from "../../bots/catalog/api";
import type { designGrammar } from "./query";
import { CALM, Shelf } from "./Shelf";

const OUTLETS: readonly Option[] = [
  "Ahmedabad SG Highway",
  "Bengaluru Whitefield",
  "Chennai Guindy",
  "Jaipur Tonk Road",
  "Mysuru Hunsur Road",
  "Nashik Gangapur Road",
  "Pune Baner",
  "Pune Hadapsar",
].map((label) => ({ value: label.slice(0, 3).toUpperCase() + label.length, label }));

/** Asks the API for bots whose name fits. */
function useBotSearch(): Search {
  const dispatch = useDispatch();
  return useCallback(
    async (q, signal) => {
      const request = dispatch(
        botsApi.endpoints.bots.initiate({ q, page: 1, per: "10" }, { subscribe: false }) as never,
      ) as unknown as {
        abort: () => void;
        unwrap: () => Promise<{ items: { id: string; name: string; language: string }[] }>;
      };
      signal.addEventListener("abort", () => request.abort());
      return (await request.unwrap()).items.map(({ id, name, language }) => ({
        value: id,
        label: name,
        about: language,
      }));
    },
    [dispatch],
  );
}

/** Comboboxes over a list and over the API, and several as tags. */
export function Picking() {
  const t = useText();
  const bots = useBotSearch();
  return (
    <Shelf title={t("design.s.picking")}>
      <div className="shelf-pairs">
        <Combobox
          label={t("design.outlet")}
          name="outlet"
          source={OUTLETS}
          defaultValue={OUTLETS[6]}
          help={t("design.outletHelp")}
        />
        <Combobox label={t("design.bot")} name="bot" source={bots} help={t("design.botHelp")} />
        <Combobox
          label={t("design.state.invalid")}
          name="wrong"
          source={OUTLETS}
          error={t("design.chooseOne")}
          {...CALM}
        />
        <Combobox
          label={t("design.state.disabled")}
          name="off"
          source={OUTLETS}
          defaultValue={OUTLETS[0]}
          disabled
          help={t("design.setByGroup")}
        />
      </div>
      <TagField
        label={t("design.outlets")}
        name="outlets"
        source={OUTLETS}
        defaultValue={[OUTLETS[1]!, OUTLETS[6]!]}
        placeholder={t("design.addOutlet")}
        help={t("design.seesHelp")}
      />
    </Shelf>
  );
}

/** Two days: presets, two months, one form. */
export function Dates() {
  const t = useText();
  const { page, query, session, here } = usePage<typeof designGrammar>();
  const submit = useGetForm();
  const today = todayIn(session.zone, session.now);
  const presets = presetsOf(today, t);
  const preset = presets.find(({ id }) => id === query.r);
  const [from = today, to = today] = preset ? [preset.from, preset.to] : query.r.split("..");
  return (
    <Shelf title={t("design.s.dates")}>
      <DateRange
        label={t("design.range")}
        name="r"
        from={from}
        to={to}
        preset={preset?.id}
        presets={presets}
        today={today}
        zone={session.zone}
        max={today}
        action={page.path}
        onSubmit={submit}
        hidden={query.s && <input type="hidden" name="s" value={query.s} />}
        key={here()}
      />
      <p className="small quiet">{t("design.rangeHelp")}</p>
    </Shelf>
  );
}

const MAX_BYTES = 10_000_000;

/** Files, sent one by one to be checked. */
export function Files() {
  const t = useText();
  const { here } = usePage<typeof designGrammar>();
  return (
    <Shelf title={t("design.s.files")}>
      <FileDrop
        label={t("design.files")}
        name="file"
        multiple
        accept=".json,.jsonl,.ndjson,.gz"
        maxBytes={MAX_BYTES}
        call="/api/v1/imports?dry=1"
        page={here()}
        help={t("design.filesHelp")}
      />
    </Shelf>
  );
}
