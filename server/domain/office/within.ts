/** A LIKE pattern that finds the text anywhere, with its special characters escaped. The column must be in lower case. */
export const within = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
