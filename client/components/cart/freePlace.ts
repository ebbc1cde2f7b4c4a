/** Finds a position on the page for a panel that must cover no control and as little text as possible. */

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

interface Panel {
  width: number
  height: number
  /** The possible distances from the left side of the screen, best first. */
  lefts: number[]
}

/** The boxes on the page. Areas where boxes overlap count more than once. */
interface Content {
  controls: Box[]
  texts: Box[]
}

const STEP = 8
/** The minimum distance to a control and to the edge of the screen, in pixels. */
const APART = 4

/**
 * The position between `screen.top` and `screen.bottom` that covers the least text and no control. Ties go to the first of `lefts`, then to
 * the highest position. Null if every position covers a control.
 */
export function freePlace(
  { width, height, lefts }: Panel,
  { controls, texts }: Content,
  screen: Pick<Box, 'top' | 'bottom'>,
): { left: number; top: number } | null {
  let best: { left: number; top: number; covered: number } | null = null
  for (const left of lefts) {
    for (let { top } = screen; top + height + APART <= screen.bottom; top += STEP) {
      const panel = { left, right: left + width, top, bottom: top + height }
      const around = { left: left - APART, right: panel.right + APART, top: top - APART, bottom: panel.bottom + APART }
      if (controls.some((box) => common(box, around) > 0)) continue
      const covered = texts.reduce((sum, box) => sum + common(box, panel), 0)
      if (best === null || covered < best.covered) best = { left, top, covered }
    }
  }
  return best && { left: best.left, top: best.top }
}

/** The area that two boxes share. */
const common = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))
