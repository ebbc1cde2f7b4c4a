/**
 * Reads from a product's care text whether it may go into the microwave, the dishwasher and the oven. Staff write the text freely, and a
 * wrong claim is dangerous. So a use is known only if a whole clause is one of a few plain sentences and no other clause casts doubt on it.
 *
 * The table stores what these rules read (server/database/productUses.ts).
 */

import type { ProductUse } from './productUses'

export type Appliance = 'microwave' | 'dishwasher' | 'oven'

export interface CareUse {
  appliance: Appliance
  isAllowed: boolean
}

/** Finds every mention. */
const NAMES: Record<Appliance, RegExp> = {
  microwave: /micro\W?wav/,
  dishwasher: /dish\W?wash|\bmachines?\b/,
  oven: /\boven/,
}
const APPLIANCES = Object.keys(NAMES) as Appliance[]

const THING =
  '(?:the )?(?:micro-?waves?|dish[- ]?washers?|ovens?|freezers?|fridges?|refrigerators?|grills?|hobs?|stoves?)'
const SAFE = '[- ]?(?:safe|proof)'
const BETWEEN = '(?:, (?:and |or )?| and | or | & |/)'
const listOf = (thing: string) => `${thing}(?:${BETWEEN}${thing})*`
const LIST = listOf(THING)

const anyOf = (...sentences: string[]) => new RegExp(`^(?:${sentences.join('|')})$`)
const ALLOWS = anyOf(
  // `Food and oven safe`, `dishwasher-safe and microwave-safe`
  `(?=.*${SAFE}$)(?:food(?:${SAFE})?${BETWEEN})?${listOf(`${THING}(?:${SAFE})?`)}`,
  `safe (?:for|in) ${LIST}`,
  `(?:it |they )?(?:can|may) (?:go|be used|be put) in(?:to)? ${LIST}`,
  `${LIST}(?:${SAFE})?: yes`,
)
const FORBIDS = anyOf(
  `not ${LIST}${SAFE}`,
  `not (?:safe |suitable )?(?:for|in) ${LIST}`,
  `(?:do not|don't|never) (?:(?:use|put) (?:it |them )?in(?:to)? )?${LIST}`,
  `${LIST}(?:${SAFE})?: no`,
  `(?:(?:it|the foot) is )?too [a-z]+ for (?:most )?${LIST}`,
)
const BY_HAND = anyOf(
  '(?:please )?(?:wipe clean or )?(?:hand[- ]wash|wash by hand)(?: only)?(?: and (?:dry|let) [a-z ]+)?(?:: earthenware is [a-z ]+)?',
)

/** A clause with one of these may limit or deny what another one says, as in `Microwave safe. The lid is not.` */
const DOUBT = new RegExp(
  `\\b(?:${[
    'no|not|never|none|nor|neither|cannot|without|except|exclud\\w+|unless|if|but|however|only|just|apart|some',
    'avoid|hardly|rarely|false|wrong|untrue|unsafe|unsuitable|lids?|covers?|trays?|saucers?|handles?',
  ].join('|')})\\b|n't\\b|[?]|^[^a-z]*$`,
)
/** For the check that expressions take linear time. The check finds only literal ones without help. */
export const BUILT_EXPRESSIONS = [ALLOWS, FORBIDS, BY_HAND, DOUBT]
/** Negations that deny no use: `Do not use steel wool`, `The specks do not wear off`. */
const HARMLESS = /^(?:do not|don't|never) (?:use|leave|scrub|soak|drop|stack)\b|\b(?:do|does) not (?:wear|fade|stain)\b/
/** Letters of other scripts, and symbols such as ❌. */
const UNREADABLE = /[^\p{Script=Latin}\p{N}\p{P}\s°]/u

const clausesOf = (care: string): string[] =>
  care
    .toLowerCase()
    .replaceAll('’', "'")
    // A microwave does not count as an oven.
    .replace(/\b(micro-?waves?) ovens?\b/g, '$1')
    .split(/[.;!\n\r]/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')

const castsDoubt = (clause: string): boolean => DOUBT.test(clause.replace(HARMLESS, '')) || UNREADABLE.test(clause)

/** The known uses, in the order of `NAMES`. */
export function careUsesOf(care: string | null): CareUse[] {
  /** Null for a mention that is not understood. */
  const said: Record<Appliance, Set<boolean | null>> = { microwave: new Set(), dishwasher: new Set(), oven: new Set() }
  for (const clause of clausesOf(care ?? '')) {
    const verdict = ALLOWS.test(clause) ? true : FORBIDS.test(clause) ? false : null
    const named = APPLIANCES.filter((name) => NAMES[name].test(clause))
    for (const name of named) said[name].add(verdict)
    if (BY_HAND.test(clause) && named.length === 0) said.dishwasher.add(false)
    else if (verdict === null && named.length === 0 && castsDoubt(clause)) return []
  }
  return APPLIANCES.flatMap((appliance) => {
    const [verdict, ...others] = said[appliance]
    return typeof verdict === 'boolean' && others.length === 0 ? [{ appliance, isAllowed: verdict }] : []
  })
}

/** For shoppers: what the care text says about an appliance. */
export const CARE_WORDS: Record<Appliance, { yes: string; no: string }> = {
  microwave: { yes: 'Microwave safe', no: 'Not for the microwave' },
  dishwasher: { yes: 'Dishwasher safe', no: 'Not for the dishwasher' },
  oven: { yes: 'Oven safe', no: 'Not for the oven' },
}

const USE_OF: Record<Appliance, ProductUse> = { microwave: 'MICROWAVE', dishwasher: 'DISHWASHER', oven: 'OVEN' }

/** What a product is clearly safe for, in the order of PRODUCT_USES. */
export function usesOf({ care, isFoodSafe }: { care: string | null; isFoodSafe: boolean | null }): ProductUse[] {
  const uses = careUsesOf(care).flatMap(({ appliance, isAllowed }) => (isAllowed ? [USE_OF[appliance]] : []))
  return isFoodSafe ? [...uses, 'FOOD_SAFE'] : uses
}
