/** Amounts, counts and dates, also within sentences. */

/** An amount, as formatRupees and formatPaise write it. */
const AMOUNT = /(Rs\. [\d,.]*\d)/

/** A sentence in which no line ends between `Rs.` and the number. */
export const Sentence = ({ children }: { children: string }) =>
  children.split(AMOUNT).map((part, i) => (i % 2 === 1 ? <Value key={i}>{part}</Value> : part))

const isAmount = (text: string): boolean => AMOUNT.exec(text)?.[0] === text

/**
 * An amount, a count or a date. A browser's translation leaves it alone, because it may change at any time. It is not a `span`, because the pages
 * style their own spans.
 */
export function Value({ children }: { children: string | number }) {
  const text = String(children)
  return isAmount(text) ? (
    <bdi translate="no" className="notranslate amount">
      {text}
    </bdi>
  ) : (
    <bdi translate="no" className="notranslate">
      <Sentence>{text}</Sentence>
    </bdi>
  )
}
