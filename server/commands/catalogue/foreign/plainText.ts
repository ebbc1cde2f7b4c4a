/** Turns the HTML of another shop's descriptions into plain text. The shop shows it as text, so markup never takes effect. */

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  times: '×',
  deg: '°',
}
const MAX_CODE_POINT = 0x10ffff

function character(whole: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : ''
}

const BLOCKS = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'tr', 'table', 'blockquote', 'br'])
const HIDDEN = ['script', 'style']

/** Reads the text once from left to right, because a regular expression would search for the end of each unclosed tag again. */
export function plainText(html: string): string {
  const text = withoutTags(html)
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, character)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
  return text.replace(/\n{3,}/g, '\n\n').trim()
}

function withoutTags(html: string): string {
  // Only ASCII letters, because toLowerCase() would change the length of some other letters.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const unclosed = new Set<string>()
  const parts: string[] = []
  const add = (part: string): void => void parts.push(part.replace(/\s+/g, ' '))
  let at = 0
  for (let next = html.indexOf('<'); next !== -1; next = html.indexOf('<', at)) {
    const tag = /^<\/?([a-z][a-z0-9]*)/.exec(lower.slice(next, next + 20))
    const isComment = lower.startsWith('<!--', next)
    const end = isComment ? lower.indexOf('-->', next + 4) : html.indexOf('>', next)
    // If this one has no end, no later tag has one either.
    if (end === -1) break
    if (!tag && !isComment) {
      add(html.slice(at, next + 1))
      at = next + 1
      continue
    }
    add(html.slice(at, next))
    at = end + (isComment ? '-->' : '>').length
    const [whole, name = ''] = tag ?? ['']
    if (name === 'li' && !whole.startsWith('</')) parts.push('\n- ')
    else if (BLOCKS.has(name)) parts.push('\n')
    if (!HIDDEN.includes(name) || whole.startsWith('</') || unclosed.has(name)) continue
    const closing = lower.indexOf(`</${name}`, at)
    if (closing === -1) unclosed.add(name)
    else at = closing
  }
  add(html.slice(at))
  return parts.join('')
}
