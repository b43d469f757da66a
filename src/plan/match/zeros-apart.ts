/**
 * Employee numbers whose leading zeros differ: the service shows 12, and HR states 00012, or the other way round. Those who have both are
 * held by their accounts; each newcomer would be one more of them, so nobody is created whose number would lose or get zeros there.
 */
import { withoutZeros } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";

type Pair = { readonly desired: Employee; readonly current: ShownEmployee };

/** Says of the number of a newcomer whether its zeros would differ. Nobody's do as soon as the service shows a leading zero as HR states it. */
export const zerosApart = (pairs: readonly Pair[]): ((number: string | null | undefined) => boolean) => {
  const numbers = pairs.flatMap(({ desired: { number: stated }, current: { number: shown } }) =>
    stated && shown && withoutZeros(stated) === withoutZeros(shown)
      ? [{ stated: stated.trim(), shown: shown.trim() }]
      : [],
  );
  const apart = numbers.find(({ stated, shown }) => stated !== shown);
  if (!apart || numbers.some(({ stated, shown }) => stated === shown && stated.startsWith("0"))) return () => false;
  const { stated, shown } = apart;
  return (number) => !!number && (shown.length < stated.length ? number.startsWith("0") : number.length < shown.length);
};
