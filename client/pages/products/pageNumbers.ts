/**
 * The pages to which a listing links: the first, the last, and `around` pages on each side of the current one. Null stands for pages that
 * are left out.
 */
export function pageNumbers(current: number, count: number, around = 2): (number | null)[] {
  const near = Array.from({ length: 2 * around + 1 }, (_, i) => current - around + i)
  const shown = [...new Set([1, ...near, count])].filter((page) => page >= 1 && page <= count)
  return shown.flatMap((page, i) => {
    const omitted = i === 0 ? 0 : page - shown[i - 1]! - 1
    // A single page takes no more space than the mark.
    if (omitted === 1) return [page - 1, page]
    return omitted === 0 ? [page] : [null, page]
  })
}
