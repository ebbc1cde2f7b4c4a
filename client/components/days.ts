/** Days and moments as shoppers in India read them. */
const day = new Intl.DateTimeFormat('en-IN', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const TIME_ZONE = 'Asia/Kolkata'
const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', timeZone: TIME_ZONE })
const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: TIME_ZONE })
const moment = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: TIME_ZONE })

/** `Tue, 5 Aug` for the calendar day `2025-08-05`. */
export const formatDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))

/** ICU puts a narrow no-break space before am and pm, which the shop's font has no glyph for. */
const plainSpaces = (text: string): string => text.replace(/\s/g, ' ')

/** `5 Aug 2025, 4:10 pm`, in Indian time. */
export const formatMoment = (instant: string): string => plainSpaces(moment.format(new Date(instant)))

/** `4:10 pm`. */
export const formatTime = (instant: string): string => plainSpaces(time.format(new Date(instant)))

/** `5 Aug 2025`, in Indian time. */
export const formatDate = (instant: string): string => plainSpaces(date.format(new Date(instant)))
