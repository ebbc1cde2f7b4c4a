/** Reads instants from text. Text without an offset would depend on the time zone of the machine. */
import * as z from 'zod/mini'

/** RFC 3339, section 5.6. */
export const instantText = z.iso.datetime({ offset: true })

/** Null if the text is not an instant with an offset, such as `2026-11-20T10:00:00+05:30`. The seconds may be missing. */
export function readInstant(text: string): Date | null {
  const whole = text.replace(/^(.{10}T\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/, '$1:00$2')
  return instantText.safeParse(whole).success ? new Date(whole) : null
}
