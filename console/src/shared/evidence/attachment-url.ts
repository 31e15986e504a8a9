import { BASE_PATH } from '@fleetwarden/contract/call';

/** URL of an attachment: absolute URLs and addresses of this server stay, other paths are relative to the user's storage address (console.md 2.6). */
export const attachmentUrl = (path: string, storageUrl: string): string =>
  path.startsWith('http') || path.startsWith(BASE_PATH) ? path : storageUrl + path;
