/**
 * How far ahead of this server's clock a stored time may be, because the clocks of several servers differ. A later time was stored while a
 * clock was wrong. Such a row must neither stay valid nor block its owner until that time.
 */
export const CLOCK_SLACK_MS = 5 * 60_000
