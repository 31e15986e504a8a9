/** Characters of a folder's name. */
export const FOLDER_MOST = 80;
