/** A LIKE pattern that matches the text anywhere, with the text's special characters escaped. The column must be in lower case. */
export const within = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
