/** Where an attachment lies: a path that begins with http as it is, any other behind the user's storage address (console.md 2.6). */
export const attachmentUrl = (path: string, storageUrl: string): string => (path.startsWith('http') ? path : storageUrl + path);
