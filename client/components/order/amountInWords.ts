/** Amounts in words, as on Indian invoices: `Rupees one lakh twenty thousand and paise fifty only`. */

const SMALL = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'eighteen nineteen',
]
  .join(' ')
  .split(' ')
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const UNITS = [
  [1_00_00_000, 'crore'],
  [1_00_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const

/** A whole number from 0. */
function inWords(number: number): string {
  const [size, name] = UNITS.find(([each]) => number >= each) ?? [0, '']
  if (size > 0) {
    const rest = number % size
    return `${inWords(Math.floor(number / size))} ${name}${rest > 0 ? ` ${inWords(rest)}` : ''}`
  }
  if (number < SMALL.length) return SMALL[number]!
  const ones = number % 10
  return TENS[Math.floor(number / 10)]! + (ones > 0 ? `-${SMALL[ones]!}` : '')
}

/** `paise` is a whole number from 0. */
export function amountInWords(paise: number): string {
  const rest = paise % 100
  return `Rupees ${inWords(Math.floor(paise / 100))}${rest > 0 ? ` and paise ${inWords(rest)}` : ''} only`
}
