/** Reads sizes in a search text, such as '250ml', '0.5 l', '10" plate' and '12 x 8 cm', in the ways in which products may write them. */
import { searchForm } from '../../../shared/searchForm'
import { wordsIn } from '../../../shared/searchWords'
import { asciiDigits } from '../../../shared/text'

interface Unit {
  /** In the form in which searches compare texts. */
  names: string[]
  /** A unit counts as one only without a space: '10in' is a size, 'set of 10 in a box' is not. */
  gluedName?: string
  /** The shop converts between units of the same kind. */
  kind?: 'volume' | 'length' | 'weight'
  /** The size in the smallest unit of the kind. */
  size?: number
}

const names = (list: string): string[] => list.split(' ')
const INCH: Unit = { names: names('inch inches इंच'), gluedName: 'in' }
/** Inches are not converted, because a plate of 10 inches is sold as 25 or as 26 cm. */
const UNITS: Unit[] = [
  INCH,
  { names: names('ml mls millilitre millilitres milliliter milliliters मिली'), kind: 'volume', size: 1 },
  { names: names('l lt ltr ltrs litre litres liter liters लीटर'), kind: 'volume', size: 1000 },
  { names: names('mm millimetre millimetres millimeter millimeters'), kind: 'length', size: 1 },
  { names: names('cm cms centimetre centimetres centimeter centimeters सेमी'), kind: 'length', size: 10 },
  { names: names('g gm gms gram grams ग्राम'), kind: 'weight', size: 1 },
  { names: names('kg kgs kilo kilos kilogram kilograms किलो'), kind: 'weight', size: 1000 },
  { names: names('m mtr mtrs metre metres meter meters') },
  { names: names('ft feet foot') },
  { names: names('oz ounce ounces') },
  { names: names('pc pcs piece pieces') },
]
const UNIT_OF = new Map(UNITS.flatMap((unit) => unit.names.map((name) => [name, unit] as const)))
/** The names of all units, in lower case. */
export const UNIT_NAMES = [...UNIT_OF.keys(), INCH.gluedName!]

/** The mark after a number in products that write 10". Searches compare texts without it, so it is looked for in the text as written. */
export const INCH_MARKS = ['"', '”', '″', '＂', "''", '’’', '′′']
const INCH_MARK = /(?<=\d) ?(?:["”″＂]|''|’’|′′)/g
/** A text in quotation marks, whose closing mark is not for inches: "set of 4". */
const QUOTED = /(?:^|\s)["“”„＂]\S/
const BETWEEN = /(?<=\d) ?[x×*] ?(?=\d)/g
/** Numbers before a word. Each repetition has a limit, so it takes linear time. */
const MEASURE = (() => {
  const number = String.raw`(?:half(?: an?)?|[13][/⁄][24]|\d{1,7}(?:[.,]\d{1,3})?|\.\d{1,3})`
  const before = String.raw`(?<![\p{L}\p{M}\p{N}]|\p{N}[.,/⁄])`
  return new RegExp(
    String.raw`${before}(${number}(?: (?:x|by) ${number}){0,2})( ?- ?| )?([\p{L}\p{M}]{1,20})(?![\p{L}\p{M}\p{N}])`,
    'gu',
  )
})()
/** For the check that expressions take linear time. The check finds only literal ones without help. */
export const BUILT_EXPRESSIONS = [MEASURE]
const HALF = 0.5
/** The largest number, and the smallest of a converted size. */
const NUMBERS = { most: 9_999_999, leastConverted: 0.01 }

/** A word, or the forms in which products may write a size. A form with INCH_MARKS[0] has no unit but this mark. */
export type Token = string | string[]

/** The words and sizes of a text, in text order. A size for which `isWord` is true counts as words. */
export function tokensIn(text: string, isWord: (words: string) => boolean): Token[] {
  const tokens: Token[][] = []
  const form = formWithUnits(text)
  let from = 0
  for (const { 0: found, 1: written, 2: gap, 3: name, index } of form.matchAll(MEASURE)) {
    const unit = UNIT_OF.get(name!) ?? (gap === undefined && name === INCH.gluedName ? INCH : undefined)
    if (!unit || isWord(wordsIn(found).join(' '))) continue
    const numbers = written!.split(/ (?:x|by) /).map(numberOf)
    if (numbers.some((number) => !(number > 0 && number <= NUMBERS.most))) continue
    tokens.push(wordsIn(form.slice(from, index)), [formsOfMeasure(numbers, unit)])
    from = index + found.length
  }
  return [...tokens, wordsIn(form.slice(from))].flat()
}

export const hasMeasure = (text: string): boolean => tokensIn(text, () => false).some((token) => Array.isArray(token))

/** The form in which searches compare texts, with a name in place of the inch mark. */
function formWithUnits(text: string): string {
  const plain = asciiDigits(text)
  return searchForm(QUOTED.test(plain) ? plain : plain.replace(INCH_MARK, ' inch ')).replace(BETWEEN, ' x ')
}

function numberOf(written: string): number {
  if (written.startsWith('half')) return HALF
  const [above, below] = written.split(/[/⁄]/)
  if (below !== undefined) return Number(above) / Number(below)
  return Number(/,\d{3}$/.test(written) ? written.replace(',', '') : written.replace(',', '.'))
}

function formsOfMeasure(numbers: number[], unit: Unit): string[] {
  const converted = UNITS.filter((other) => other !== unit && other.kind !== undefined && other.kind === unit.kind).map(
    (other) => ({ each: numbers.map((number) => (number * unit.size!) / other.size!), other }),
  )
  const usual = converted.filter(({ each }) =>
    each.every((number) => number >= NUMBERS.leastConverted && number <= NUMBERS.most),
  )
  return [
    ...formsIn(numbers, unit),
    ...(unit === INCH ? writtenAs(numbers, [' x ']).map((written) => written + INCH_MARKS[0]!) : []),
    ...usual.flatMap(({ each, other }) => formsIn(each, other)),
  ]
}

/** In the search text of a product, whose words have only letters and digits. */
function formsIn(numbers: number[], { names, gluedName }: Unit): string[] {
  const plain = writtenAs(numbers, [' x ', 'x', ' by ', ' ']).map(asWords)
  const single = numbers.length === 1
  const half = single && numbers[0] === HALF ? ['half', 'half a'] : []
  const glued = [...names, ...(gluedName ? [gluedName] : [])]
  return [
    ...names.flatMap((name) => [...plain, ...half].map((number) => `${number} ${name}`)),
    ...glued.flatMap((name) => plain.map((number) => number + name)),
    // As in '12 cm x 8 cm'.
    ...(single
      ? []
      : glued.flatMap((name) =>
          [` ${name}`, name].flatMap((end) =>
            [' x ', ' '].map((between) => numbers.map((number) => asWords(spellings(number)[0]!) + end).join(between)),
          ),
        )),
  ]
}

/** One number in each spelling, or several with each of the words between them. */
const writtenAs = (numbers: number[], between: string[]): string[] =>
  numbers.length === 1
    ? spellings(numbers[0]!)
    : between.map((each) => numbers.map((number) => spellings(number)[0]!).join(each))

const asWords = (number: string): string => number.replaceAll('.', ' ')

/** 7.5 and 7.50; 1000 and 1 000. */
function spellings(number: number): string[] {
  const plain = String(Number(number.toFixed(3)))
  if (/\.\d$/.test(plain)) return [plain, `${plain}0`]
  return number >= 1000 ? [plain, plain.replace(/(\d)(?=\d{3}(?:\.|$))/, '$1 ')] : [plain]
}
