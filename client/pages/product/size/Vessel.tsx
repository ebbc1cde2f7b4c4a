/** The outline of a round vessel from the side, with its rim seen from slightly above. */
import styles from './SizeDrawing.module.css'

/** Jars and vases are widest in the middle, cups and bowls at the rim. */
export type Shape = 'open' | 'jar'

export const shapeOf = (title: string): Shape => (/\b(jar|vases?|globe)\b/i.test(title) ? 'jar' : 'open')

interface VesselProps {
  shape: Shape
  x: number
  top: number
  width: number
  high: number
}

/** The rim's width divided by the vessel's width. */
const RIM = { open: 1, jar: 0.5 }
/** The foot's width divided by the vessel's width, for a bowl and for a taller vessel. */
const FOOT = { low: 0.42, tall: 0.66 }
/** The height of the ring under a cup or bowl, divided by the vessel's height. */
const RING = 0.07
/** A vessel is drawn as a bowl if its height divided by its width is below this. */
const LOW = 0.6

export function Vessel({ shape, x, top, width, high }: VesselProps) {
  const middle = x + width / 2
  const rim = (width * RIM[shape]) / 2
  // The rim's depth. Half of it is above the rim's middle.
  const depth = Math.min(rim * 0.16, high * 0.12)
  const ground = top + high
  const side = top + depth
  const foot = (width * (shape === 'jar' ? FOOT.low : high < width * LOW ? FOOT.low : FOOT.tall)) / 2
  // The foot is a circle too, seen from the same angle as the rim.
  const bend = (foot * depth) / rim
  const floor = ground - bend
  const ring = shape === 'open' ? floor - high * RING : floor
  const sides = (sign: 1 | -1) => {
    const out = (distance: number) => middle + sign * distance
    if (shape === 'open')
      return {
        start: out(rim),
        first: [out(rim), ground - high * 0.28],
        second: [out(foot * 1.35), ring],
        end: out(foot),
      }
    // A curve reaches three quarters of the way to its control points.
    const belly = (width / 2 - 0.125 * (rim + foot)) / 0.75
    return {
      start: out(rim),
      first: [out(belly), side + high * 0.1],
      second: [out(belly), ground - high * 0.1],
      end: out(foot),
    }
  }
  const [left, right] = [sides(-1), sides(1)]
  return (
    <>
      <path
        d={`M${left.start} ${side} C${left.first.join(' ')} ${left.second.join(' ')} ${left.end} ${ring} V${floor} A${foot} ${bend} 0 0 0 ${right.end} ${floor} V${ring} C${right.second.join(' ')} ${right.first.join(' ')} ${right.start} ${side}`}
      />
      <ellipse cx={middle} cy={side} rx={rim} ry={depth} />
      <ellipse className={styles.rim} cx={middle} cy={side} rx={rim * 0.92} ry={depth * 0.8} />
    </>
  )
}

const TICK = 3

/** A horizontal or vertical line between two points, with a tick at each end. */
export function measureOf(x1: number, y1: number, x2: number, y2: number): string {
  const tick = (x: number, y: number) =>
    y1 === y2 ? `M${x} ${y - TICK} v${2 * TICK}` : `M${x - TICK} ${y} h${2 * TICK}`
  return `M${x1} ${y1} L${x2} ${y2} ${tick(x1, y1)} ${tick(x2, y2)}`
}
