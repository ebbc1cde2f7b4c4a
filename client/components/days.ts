/** Days and moments as shoppers in India read them. */
const day = new Intl.DateTimeFormat('en-IN', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })

/** `Tue, 5 Aug` for the calendar day `2025-08-05`. */
export const formatDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))

export const formatMoment = (instant: string): string => moment.format(new Date(instant))
