/** A text of a terminal as a database takes it, without the space around it. */
export const plainText = (text = ''): string => text.replaceAll('\0', '').trim();
