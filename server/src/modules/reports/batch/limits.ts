/** Characters of a folder's name. */
export const MAX_FOLDER_CHARACTERS = 80;
