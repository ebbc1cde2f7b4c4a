/** Where a text stops being JSON, and why, in words that do not depend on the browser. */
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'

export interface JsonFault {
  message: string
  /** In UTF-16 units from the start of the text. */
  offset: number
  /** From 1. */
  line: number
  column: number
}

const MESSAGES: Record<string, string> = {
  InvalidSymbol: 'Only numbers, true, false and null stand without double quotes.',
  PropertyNameExpected: "A field's name in double quotes is expected.",
  ValueExpected: 'A value is expected.',
  ColonExpected: 'A colon is expected.',
  CommaExpected: 'A comma is expected.',
  CloseBraceExpected: 'A comma or } is expected.',
  CloseBracketExpected: 'A comma or ] is expected.',
  EndOfFileExpected: 'Nothing may follow the value.',
  UnexpectedEndOfNumber: 'Digits are expected.',
  UnexpectedEndOfString: 'This string has no closing quote.',
  InvalidEscapeCharacter: 'There is no such escape sequence.',
  InvalidUnicode: 'There is no such escape sequence.',
  InvalidCharacter: 'A line break, tab or other control character in a string has to be escaped.',
}

/** Null where the text is JSON; what counts as JSON is the browser's own parser to say. */
export function findJsonFault(text: string): JsonFault | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    const { message, offset } = firstFault(text)
    const before = text.slice(0, offset)
    return { message, offset, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
  }
}

function firstFault(text: string): { message: string; offset: number } {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch {
    // The nesting is deeper than the stack.
  }
  const message = errors[0] && MESSAGES[printParseErrorCode(errors[0].error)]
  return { message: message ?? 'This is not JSON.', offset: errors[0]?.offset ?? 0 }
}
