/** Days and moments as shoppers in India read them. */

/** `Tue, 5 Aug` for the calendar day `2025-08-05`; each product's page shows some, and `Intl` would stop a phone for 70 ms at the first. */
export function formatDay(date: string): string {
  // Every browser gives `Tue, 05 Aug 2025 00:00:00 GMT`.
  const [weekday, day, month] = new Date(date).toUTCString().split(' ')
  return `${weekday} ${Number(day)} ${month}`
}

/** Made at the first call, for the same reason: pages that show no moment load this file too. */
function formatter(options: Intl.DateTimeFormatOptions): (instant: string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (instant) => {
    format ??= new Intl.DateTimeFormat('en-IN', { ...options, timeZone: 'Asia/Kolkata' })
    // ICU puts a narrow no-break space before am and pm, which the shop's font has no glyph for.
    return format.format(new Date(instant)).replace(/\s/g, ' ')
  }
}

/** `5 Aug 2025, 4:10 pm`, in Indian time. */
export const formatMoment = formatter({ dateStyle: 'medium', timeStyle: 'short' })

/** `4:10 pm`. */
export const formatTime = formatter({ timeStyle: 'short' })

/** `5 Aug 2025`, in Indian time. */
export const formatDate = formatter({ dateStyle: 'medium' })
