/** Where a text stops being JSON, and why, in words that do not depend on the browser. */

export interface JsonFault {
  message: string
  /** In UTF-16 units from the start of the text. */
  offset: number
  /** From 1. */
  line: number
  column: number
}

/** Null where the text is JSON; what counts as JSON is the browser's own parser to say. */
export function findJsonFault(text: string): JsonFault | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    const { message, offset } = locate(text)
    const before = text.slice(0, offset)
    const lineStart = before.lastIndexOf('\n') + 1
    return { message, offset, line: before.split('\n').length, column: offset - lineStart + 1 }
  }
}

class Misfit extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message)
  }
}

function locate(text: string): { message: string; offset: number } {
  try {
    new Scanner(text).whole()
  } catch (cause) {
    if (cause instanceof Misfit) return cause
  }
  // Reached where the nesting is deeper than the stack.
  return { message: 'This is not JSON.', offset: 0 }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[A-Za-z_$][\w$]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y

/** Reads JSON's grammar and throws a Misfit at the first place that does not fit. */
class Scanner {
  private at = 0

  constructor(private readonly text: string) {}

  whole(): void {
    this.value()
    this.skipSpace()
    if (this.at < this.text.length) this.fail('Nothing may follow the value.')
  }

  private value(): void {
    this.skipSpace()
    const next = this.text[this.at]
    if (next === undefined) this.fail('The text ends where a value is expected.')
    else if (next === '{') this.members('}', () => this.field())
    else if (next === '[') this.members(']', () => this.value())
    else if (next === '"') this.string()
    else if (next === "'") this.fail('A string needs double quotes.')
    else this.scalar()
  }

  /** What stands between two brackets, with commas between the members. */
  private members(close: '}' | ']', member: () => void): void {
    this.at++
    this.skipSpace()
    if (this.take(close)) return
    do {
      this.skipSpace()
      if (this.text[this.at] === close) this.fail(`There is a comma too many before this ${close}.`)
      member()
      this.skipSpace()
    } while (this.take(','))
    if (!this.take(close)) this.fail(`A comma or ${close} is expected${this.here()}.`)
  }

  private field(): void {
    if (this.text[this.at] !== '"') this.fail(`A field's name in double quotes is expected${this.here()}.`)
    this.string()
    this.skipSpace()
    if (!this.take(':')) this.fail(`A colon is expected${this.here()}.`)
    this.value()
  }

  private string(): void {
    const start = this.at++
    for (;;) {
      const next = this.text[this.at]
      if (next === '"') break
      if (next === undefined) this.fail('This string has no closing quote.', start)
      if (next < ' ') this.fail('A line break, tab or other control character in a string has to be escaped.')
      if (next === '\\') this.match(ESCAPE, 'There is no such escape sequence.')
      else this.at++
    }
    this.at++
  }

  private scalar(): void {
    const start = this.at
    const word = this.read(WORD)
    if (word === 'true' || word === 'false' || word === 'null') return
    if (word) this.fail(`${word} is no JSON value; a string needs double quotes.`, start)
    this.match(NUMBER, `A value is expected${this.here()}.`)
  }

  private read(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    this.at += found?.length ?? 0
    return found
  }

  private match(pattern: RegExp, otherwise: string): void {
    if (!this.read(pattern)) this.fail(otherwise)
  }

  private take(mark: string): boolean {
    if (this.text[this.at] !== mark) return false
    this.at++
    return true
  }

  private skipSpace(): void {
    while (' \t\r\n'.includes(this.text[this.at] ?? '-')) this.at++
  }

  private here(): string {
    const next = this.text.codePointAt(this.at)
    return next === undefined ? ', but the text ends' : `, not ${String.fromCodePoint(next)}`
  }

  private fail(message: string, at = this.at): never {
    throw new Misfit(message, at)
  }
}
