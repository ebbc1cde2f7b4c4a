/** A LIKE pattern that matches the text anywhere, with the text's special characters escaped. */
export const likeAnywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
