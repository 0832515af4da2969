import { conclude, type Judgement, type Ruling } from "./policy.ts";
import { isDefaultAsk } from "./rules.ts";

/**
 * A ruling without the asks on transparent wrappers that what they run answers: their inner commands are judged in it, too,
 * and so is all else that the wrappers touch. Never stricter; every deny, and every other ask, stays.
 */
export function peeled(ruling: Ruling): Ruling {
  const judgements = ruling.judgements.filter((one) => !isAnswered(one));
  return judgements.length === ruling.judgements.length ? ruling : conclude(judgements, ruling);
}

/** Not where a deny may match, nor where a rule stands for what was not understood. */
function isAnswered({ answers, verdict: { action, rule, raisedBy } }: Judgement): boolean {
  if (answers === undefined || action !== "ask" || raisedBy?.action === "deny") return false;
  if (rule?.mistake === true || raisedBy?.mistake === true) return false;
  return answers === "any ask" || (raisedBy === undefined && (rule === undefined || isDefaultAsk(rule)));
}
