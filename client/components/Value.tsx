/**
 * An amount, a count or a date. A browser's translation leaves it alone, because it may change at any time. It is not a `span`, because the pages
 * style their own spans.
 */
export const Value = ({ children }: { children: string | number }) => (
  <bdi translate="no" className="notranslate">
    {children}
  </bdi>
)
