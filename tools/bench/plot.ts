/**
 * Draws a chart for docs/performance.md: the response time by catalogue size, and the throughput by number of clients.
 */
import type { Growth } from './growth'
import type { GrowthPoint } from './largeCatalogue'

interface Series {
  name: string
  points: { x: number; y: number }[]
}

const WIDTH = 860
const HEIGHT = 360
const PANEL = { width: 300, height: 210, top: 46 }
const COLOURS = ['#a4452a', '#3f6b5c', '#2b4a78', '#b07a1e']

/** Both axes are logarithmic, in powers of ten. */
function panel(left: number, title: string, xName: string, series: Series[]): string {
  const all = series.flatMap(({ points }) => points)
  const range = (values: number[]): [number, number] => [
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  ]
  const [xFrom, xTo] = range(all.map(({ x }) => x))
  const [yFrom, yTo] = range(all.map(({ y }) => y))
  const across = (x: number) => left + ((Math.log10(x) - xFrom) / Math.max(1, xTo - xFrom)) * PANEL.width
  const up = (y: number) =>
    PANEL.top + PANEL.height - ((Math.log10(y) - yFrom) / Math.max(1, yTo - yFrom)) * PANEL.height
  const powers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i))
  const label = (value: number) => (value < 1 ? String(value) : value.toLocaleString('en'))
  const grid = [
    ...powers(xFrom, xTo).map(
      (x) =>
        `<path d="M${across(x)} ${PANEL.top}v${PANEL.height}" class="grid"/>` +
        `<text x="${across(x)}" y="${PANEL.top + PANEL.height + 16}" text-anchor="middle">${label(x)}</text>`,
    ),
    ...powers(yFrom, yTo).map(
      (y) =>
        `<path d="M${left} ${up(y)}h${PANEL.width}" class="grid"/>` +
        `<text x="${left - 6}" y="${up(y) + 4}" text-anchor="end">${label(y)}</text>`,
    ),
  ]
  const lines = series.map(({ name, points }, i) => {
    const path = points.map(({ x, y }) => `${across(x).toFixed(1)} ${up(y).toFixed(1)}`).join('L')
    const at = `x="${left}" y="${PANEL.top + PANEL.height + 54 + i * 15}"`
    return (
      `<path d="M${path}" fill="none" stroke="${COLOURS[i % COLOURS.length]}" stroke-width="2"/>` +
      `<text ${at} style="fill:${COLOURS[i % COLOURS.length]}" class="name">${name}</text>`
    )
  })
  return (
    `<text x="${left}" y="24" class="title">${title}</text>${grid.join('')}${lines.join('')}` +
    `<text x="${left + PANEL.width / 2}" y="${PANEL.top + PANEL.height + 32}" text-anchor="middle">${xName}</text>`
  )
}

/** Returns an SVG. */
export function plotGrowth(catalogues: GrowthPoint[], callers: Growth): string {
  const byProducts = [...new Set(catalogues.map(({ name }) => name))].map((name) => ({
    name,
    points: catalogues.filter((point) => point.name === name).map(({ products, p50 }) => ({ x: products, y: p50 })),
  }))
  const byCallers = Object.entries(callers).map(([name, points]) => ({
    name,
    points: points
      // The logarithm of zero is undefined.
      .filter(({ requestsPerSecond }) => requestsPerSecond > 0)
      .map(({ connections, requestsPerSecond }) => ({ x: connections, y: requestsPerSecond })),
  }))
  const style =
    'text{font:12px system-ui,sans-serif;fill:#665d55}.title{font-size:14px;fill:#2b2521}.name{font-weight:600}' +
    '.grid{stroke:#e4dacb;fill:none}'
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `<style>${style}</style><rect width="100%" height="100%" fill="#fbf7f0"/>` +
    panel(70, 'Milliseconds, half of the answers', 'products', byProducts) +
    panel(510, 'Answers per second', 'connections', byCallers) +
    '</svg>\n'
  )
}
