/** The words of one command as a POSIX shell splits them, without anything being run or filled in. */
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', "'": "'", '"': '"', '\\': '\\' }

/** Throws, in words for people, where a quote stays open or the line is more than one command. */
export function shellWords(line: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let at = 0
  const add = (text: string) => void (word = (word ?? '') + text)

  while (at < line.length) {
    const rest = line.slice(at)
    const [space] = /^(?:\s|\\\r?\n)+/.exec(rest) ?? []
    if (space !== undefined) {
      if (word !== null) words.push(word)
      word = null
      at += space.length
      continue
    }
    const { text, length } = pieceAt(rest)
    add(text)
    at += length
  }
  return word === null ? words : [...words, word]
}

/** The next piece of a word: quoted, escaped, or plain. */
function pieceAt(rest: string): { text: string; length: number } {
  if (rest.startsWith("'")) {
    const [found, text] = /^'([^']*)'/.exec(rest) ?? unclosed()
    return { text: text!, length: found.length }
  }
  if (rest.startsWith('"')) {
    const [found, text] = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(rest) ?? unclosed()
    return { text: text!.replace(/\\([$`"\\])/g, '$1').replace(/\\\r?\n/g, ''), length: found.length }
  }
  // As a browser copies a request: ANSI-C quoting.
  if (rest.startsWith("$'")) {
    const [found, text] = /^\$'((?:[^'\\]|\\[\s\S])*)'/.exec(rest) ?? unclosed()
    return { text: text!.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi, unescape), length: found.length }
  }
  if (rest.startsWith('\\') && rest.length > 1) return { text: rest[1]!, length: 2 }
  if (/^[|&;<>()`]|^\$\(/.test(rest)) throw new Error(`Only one command can be imported: ${rest[0]} is more than that.`)
  const [plain] = /^[^\s'"\\|&;<>()`$]+|^[$\\]/.exec(rest)!
  return { text: plain, length: plain.length }
}

function unescape(match: string, unicode?: string, byte?: string, letter?: string): string {
  const code = unicode ?? byte
  return code ? String.fromCharCode(parseInt(code, 16)) : (ESCAPES[letter!] ?? match)
}

function unclosed(): never {
  throw new Error('A quote stays open.')
}
