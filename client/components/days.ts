/** Formats dates and times for shoppers in India. */

/**
 * `Tue, 5 Aug` for the calendar day `2025-08-05`. Does not use `Intl`, because every product page shows dates, and
 * creating the first formatter blocks a phone for 70 ms.
 */
export function formatDay(date: string): string {
  // Every browser returns `Tue, 05 Aug 2025 00:00:00 GMT` here.
  const [weekday, day, month] = new Date(date).toUTCString().split(' ')
  return `${weekday} ${Number(day)} ${month}`
}

/** Creates the formatter on the first call, because pages that show no times load this file too. */
function formatter(options: Intl.DateTimeFormatOptions): (instant: string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (instant) => {
    format ??= new Intl.DateTimeFormat('en-IN', { ...options, timeZone: 'Asia/Kolkata' })
    // ICU puts a narrow no-break space before am and pm. The shop's font lacks that glyph.
    return format.format(new Date(instant)).replace(/\s/g, ' ')
  }
}

/** `5 Aug 2025, 4:10 pm`, in Indian time. */
export const formatMoment = formatter({ dateStyle: 'medium', timeStyle: 'short' })

/** `4:10 pm`, in Indian time. */
export const formatTime = formatter({ timeStyle: 'short' })

/** `5 Aug 2025`, in Indian time. */
export const formatDate = formatter({ dateStyle: 'medium' })
