import { createHmac } from 'node:crypto';

/** Whose certificate; the texts go into the address as they are. */
export type CertificateHolder = { readonly userID: string; readonly account: string; readonly userName: string };

/**
 * The configured address with userID, account, userName, `expires` (epoch ms) and `auth`: HMAC-SHA-256 (hex) with `key` over
 * "userID|account|userName|expires". Throws a TypeError where the address is none.
 */
export function certificateUrl(address: string, holder: CertificateHolder, expires: number, key: Buffer): string {
  const { userID, account, userName } = holder;
  const url = new URL(address);
  const auth = createHmac('sha256', key).update(`${userID}|${account}|${userName}|${expires}`).digest('hex');
  for (const [name, value] of Object.entries({ userID, account, userName, expires: String(expires), auth }))
    url.searchParams.set(name, value);
  return url.href;
}
