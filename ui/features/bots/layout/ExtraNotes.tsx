/** What parts that are not installed would add to a bot. */
import { ExtraNote } from "../../../components/ExtraNote";
import { useText } from "../../../lib/i18n";
import { understandingApi } from "../understanding/api";

/** A line for each. */
export function ExtraNotes({ bot }: { bot: string }) {
  const t = useText();
  const { data: training } = understandingApi.useTrainingQuery(bot);
  return training?.extras.map(({ name, install }) => (
    <ExtraNote key={name} text={t(`flow.extra.${name}`) /* i18n: flow.extra.* */} install={install} />
  ));
}
