/** URL of an attachment: absolute URLs stay, paths are relative to the user's storage address (console.md 2.6). */
export const attachmentUrl = (path: string, storageUrl: string): string => (path.startsWith('http') ? path : storageUrl + path);
