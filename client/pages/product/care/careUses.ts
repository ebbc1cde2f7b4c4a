/**
 * Reads from a product's care text whether it may go into the microwave, the dishwasher and the oven. Staff write the text freely, so a use is
 * known only if the text states it plainly, for the whole product and without a contradiction.
 */

export type Appliance = 'microwave' | 'dishwasher' | 'oven'

export interface CareUse {
  appliance: Appliance
  isAllowed: boolean
}

const NAMES: Record<Appliance, RegExp> = {
  microwave: /\bmicro-?wav(e|es|ed|ing|e?able)\b/,
  dishwasher: /\bdish[- ]?wash(ers?|ing|able)\b/,
  oven: /\bovens?\b|\bovenproof\b/,
}
const APPLIANCES = Object.keys(NAMES) as Appliance[]

/** This is a microwave and no oven. */
const MICROWAVE_OVEN = /\b(micro-?waves?) ovens?\b/g

/** With one of these words, a clause is about a part of the product, a circumstance, or something else near the appliance. */
const CIRCUMSTANCE = new RegExp(
  `\\b(${[
    'if|unless|except|only|without|with|when|while|before|after|from|until|once|sometimes|some|usually|maybe',
    'longer|more|less|briefly|short|seconds?|minutes?|hot|cold|preheated|toaster|pizza|such as|like|gloves|mitts',
    'lids?|trays?|saucers?|handles?|fired|baked|glazed|problem|need|worry',
  ].join('|')})\\b`,
)
const NEGATION = /\b(not|never|no|nor|neither|cannot)\b|n't\b/
const REFUSAL = new RegExp(
  `(\\b(not|never|cannot)|n't) (${[
    'be|it|them|this|put|place|use|used|go|heat|warm|reheat|wash|washed|clean|run|safe|suitable|fit|friendly',
    'made|meant|intended|recommended|for|in|into|the|a|any|to|micro-?wav\\w*|dish[- ]?wash\\w*|oven\\w*',
  ].join(
    '|',
  )})\\b|\\b(avoid|unsafe|unsuitable|neither|keep (it |them )?(away|out))\\b|\\bno (micro-?wave|dish[- ]?washer|oven)|: no$|\\btoo [a-z]+ for\\b`,
)
const PERMISSION =
  /\b(safe|proof|friendly|suitable|ovenproof|micro-?wave?able|dishwashable)\b|\b(fine|ok|okay) (in|for)\b|\b(may|can) (also )?(go|be (put|used|washed|heated))\b|\bgoes (in|into)\b|: yes$/

/** A clause that continues a list, such as 'the grill or the microwave'. */
const LIST =
  /^( |\b(the|a|an|and|or|nor|in|for|into|to|micro-?waves?|dish[- ]?washers?|ovens?|freezers?|fridges?|grill|hob|stove|kiln)\b)+$/
/** Refuses what the clause before it allows: 'the tray may not'. */
const ELLIPSIS = /^no$|(\b(not|never)|n't)$/

const BY_HAND = /^(please )?(hand[- ]wash|wash by hand)\b(?!.*\b(or|recommended|preferred|best)\b)/

/** Null if it depends, and undefined if the clause has no verb of its own. */
function verdictOf(clause: string): boolean | null | undefined {
  if (CIRCUMSTANCE.test(clause)) return null
  if (REFUSAL.test(clause)) return false
  if (NEGATION.test(clause)) return null
  return PERMISSION.test(clause) ? true : undefined
}

const sentencesOf = (care: string): string[] =>
  care
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(MICROWAVE_OVEN, '$1')
    .split(/[.;!?\n]/)
const clausesOf = (sentence: string): string[] =>
  sentence
    .split(/[,()–—]|\bbut\b|\band (?=not\b|never\b|do not\b|don't\b)/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')

/** The known uses, in the order of `NAMES`. */
export function careUsesOf(care: string | null): CareUse[] {
  const said: Record<Appliance, Set<boolean | null>> = { microwave: new Set(), dishwasher: new Set(), oven: new Set() }
  let lastNamed: Appliance[] = []
  for (const sentence of sentencesOf(care ?? '')) {
    const clauses = clausesOf(sentence)
    const verdicts = clauses.map(verdictOf)
    clauses.forEach((clause, i) => {
      const named = APPLIANCES.filter((name) => NAMES[name].test(clause))
      // In a list, the verb is in an earlier clause, or in the last as in 'microwave, dishwasher and oven safe'.
      const ofList = () => verdicts.slice(0, i).findLast(isSaid) ?? verdicts.slice(i).find(isSaid)
      const verdict = verdicts[i] === undefined && LIST.test(clause) ? ofList() : verdicts[i]
      for (const name of named) said[name].add(verdict ?? null)
      if (named.length > 0) lastNamed = named
      else if (ELLIPSIS.test(clause)) for (const name of lastNamed) said[name].add(null)
      else if (BY_HAND.test(clause)) said.dishwasher.add(false)
    })
  }
  return APPLIANCES.flatMap((appliance) => {
    const [verdict, ...others] = said[appliance]
    return typeof verdict === 'boolean' && others.length === 0 ? [{ appliance, isAllowed: verdict }] : []
  })
}

const isSaid = (verdict: boolean | null | undefined) => verdict !== undefined
