/** A line drawing of a product's dimensions, next to a bank card for scale. Renders nothing if the text cannot be parsed. */
import { parseDimensions, type Size } from './dimensions'
import { measureOf, shapeOf, Vessel, type Shape } from './Vessel'
import styles from './SizeDrawing.module.css'

/** A bank card, in centimetres (ISO/IEC 7810 ID-1). */
const CARD = { width: 8.6, height: 5.4, corner: 0.3 }
/** The maximum width and height of the drawing without its margins, in units of its view box. */
const WIDTH = 250
const HIGHEST = 90
const GAP = 24
const MARGIN = { top: 6, right: 4, bottom: 44 }
/** The card's label has two lines, because most cards are drawn narrower than it is. */
const LABEL = { lines: ['Bank card,', 'for scale'], width: 62, lineHeight: 15 }
/** The distance from the ground to the baseline of the labels below. */
const LABEL_BELOW = 20
/** The distance from a measuring line to the vessel. */
const MEASURE = 5
/** The left margin, with room for the first item's height label or, without one, only for its outline. */
const LEFT = { withHeight: 48, without: 4 }

/** The width of a vessel of unknown width, as a fraction of its height. */
const NARROW = 0.5

/** The width and height in the drawing, in centimetres. */
function drawnSize({ width, height, depth }: Size): { width: number; high: number } {
  const high = height ?? depth ?? width!
  return { width: width ?? high * NARROW, high }
}

export function SizeDrawing({ title, dimensions }: { title: string; dimensions: string | null }) {
  const sizes = parseDimensions(dimensions)
  const shape = shapeOf(title)
  if (!sizes) return null
  const wide = sizes.reduce((sum, size) => sum + drawnSize(size).width, CARD.width)
  const high = Math.max(CARD.height, ...sizes.map((size) => drawnSize(size).high))
  const scale = Math.min((WIDTH - GAP * sizes.length) / wide, HIGHEST / high)
  const ground = MARGIN.top + high * scale
  const start = sizes[0]!.height === null && sizes[0]!.depth === null ? LEFT.without : LEFT.withHeight
  const xOf = (index: number) =>
    sizes.slice(0, index).reduce((x, size) => x + drawnSize(size).width * scale + GAP, start)
  const left = xOf(sizes.length)
  const cardWidth = CARD.width * scale
  const slot = Math.max(cardWidth, LABEL.width)
  const middle = left + slot / 2
  const end = left + slot
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${end + MARGIN.right} ${ground + MARGIN.bottom}`}
      width={end + MARGIN.right}
      height={ground + MARGIN.bottom}
      role="img"
      aria-label={`Drawing to scale: ${dimensions!}, next to a bank card`}
    >
      {sizes.map((size, i) => (
        <Item key={i} size={size} shape={shape} x={xOf(i)} ground={ground} scale={scale} isFirst={i === 0} />
      ))}
      <rect
        className={styles.card}
        x={middle - cardWidth / 2}
        y={ground - CARD.height * scale}
        width={cardWidth}
        height={CARD.height * scale}
        rx={CARD.corner * scale}
      />
      {LABEL.lines.map((text, i) => (
        <text key={text} x={middle} y={ground + LABEL_BELOW + i * LABEL.lineHeight}>
          {text}
        </text>
      ))}
    </svg>
  )
}

interface ItemProps {
  size: Size
  shape: Shape
  x: number
  /** The y coordinate of the surface below the items. */
  ground: number
  /** Units per centimetre. */
  scale: number
  isFirst: boolean
}

/** A vessel is drawn from the side, a flat product from above. */
function Item({ size, shape, x, ground, scale, isFirst }: ItemProps) {
  const drawn = drawnSize(size)
  const [width, high] = [drawn.width * scale, drawn.high * scale]
  const top = ground - high
  const middle = x + width / 2
  const vertical = size.height ?? size.depth
  // The first item's height is shown on its left. There is no space for the heights of the other items.
  const below = [size.width, isFirst ? null : vertical].filter((each) => each !== null)
  return (
    <g>
      {size.height === null ? (
        <>
          <ellipse cx={middle} cy={ground - high / 2} rx={width / 2} ry={high / 2} />
          <ellipse className={styles.rim} cx={middle} cy={ground - high / 2} rx={width * 0.4} ry={high * 0.4} />
        </>
      ) : (
        <Vessel shape={shape} x={x} top={top} width={width} high={high} />
      )}
      {size.width !== null && size.height !== null && (
        <path className={styles.measure} d={measureOf(x, ground + MEASURE, x + width, ground + MEASURE)} />
      )}
      {isFirst && size.height !== null && (
        <path className={styles.measure} d={measureOf(x - MEASURE, top, x - MEASURE, ground)} />
      )}
      {below.length > 0 && (
        <text x={middle} y={ground + LABEL_BELOW}>
          {below.join(' × ')} cm
        </text>
      )}
      {isFirst && vertical !== null && (
        <text className={styles.side} x={x - MEASURE - 4} y={ground - high / 2 + 4}>
          {vertical} cm
        </text>
      )}
    </g>
  )
}
