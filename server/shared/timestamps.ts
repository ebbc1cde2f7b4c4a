/** Formats timestamps for the contract. */

/** YYYY-MM-DDTHH:mm:ssZ: UTC, to the second. */
export const formatTimestamp = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`
