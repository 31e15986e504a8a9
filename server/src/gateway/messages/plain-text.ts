/** Removes NUL, which PostgreSQL refuses, and outer whitespace from a text of a terminal. */
export const plainText = (text = ''): string => text.replaceAll('\0', '').trim();
