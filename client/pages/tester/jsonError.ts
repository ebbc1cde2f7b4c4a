/** Finds the first syntax error in a JSON text, with a message that does not depend on the browser. */
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'

export interface JsonError {
  message: string
  /** The offset from the start of the text, in UTF-16 code units. */
  offset: number
  /** Counted from 1. */
  line: number
  column: number
}

/** Null if the browser's own parser accepts the text. */
export function findJsonError(text: string): JsonError | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    const { message, offset } = firstError(text)
    const before = text.slice(0, offset)
    return { message, offset, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
  }
}

function firstError(text: string): { message: string; offset: number } {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch {
    // The nesting is deeper than the stack allows.
  }
  if (!errors[0]) return { message: 'Not JSON.', offset: 0 }
  // "PropertyNameExpected" becomes "Property name expected."
  const words = printParseErrorCode(errors[0].error).replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return { message: `${words}.`, offset: errors[0].offset }
}
