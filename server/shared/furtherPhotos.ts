/**
 * The sizes of a product's photos after its first. They are made only in WebP, because few people see them, and a build makes twice as many
 * of them.
 */

const WIDTHS = [240, 720]

/** Smallest first; the last is the master itself. */
export const furtherPhotoWidths = (masterWidth: number): number[] => [
  ...WIDTHS.filter((width) => width < masterWidth),
  masterWidth,
]
