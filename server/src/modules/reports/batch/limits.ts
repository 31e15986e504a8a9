/** Characters of a folder's name. */
export const MAX_FOLDER = 80;
