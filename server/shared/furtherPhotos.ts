/** The sizes of a product's photos after its first, in WebP alone: few people see them, and a build has twice as many of them to make. */

const WIDTHS = [240, 720]

/** Smallest first; the last is the master itself. */
export const furtherPhotoWidths = (masterWidth: number): number[] => [
  ...WIDTHS.filter((width) => width < masterWidth),
  masterWidth,
]
