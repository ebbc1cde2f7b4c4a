/** Keeps the first entry of each order, because an order with a failed refund is also listed as an order with a refund due. */
export function onePerOrder<Line extends { number: string }>(lines: Line[]): Line[] {
  const numbers = lines.map(({ number }) => number)
  return lines.filter(({ number }, i) => numbers.indexOf(number) === i)
}
