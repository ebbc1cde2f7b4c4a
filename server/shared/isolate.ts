/** Keeps a name that is written from right to left from reordering the text around it, where no `<bdi>` can stand, as in a title. */

/** The blocks of Unicode whose letters run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069']

/** A text that a person typed, for use within a sentence. Text without letters from right to left needs no marks. */
export const isolate = (typed: string): string =>
  RIGHT_TO_LEFT.test(typed) ? FIRST_STRONG_ISOLATE + typed + POP_ISOLATE : typed
