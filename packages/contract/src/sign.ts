import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const stable = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map((v) => stable(v === undefined ? null : v)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, v]) => v !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${stable(v)}`).join(',')}}`;
  }
  return JSON.stringify(value);
};

const text = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return stable(value);
};

/** The text that is hashed: non-empty entries by key (code units), `key=value` joined by `&`. */
export const signText = (data: Readonly<Record<string, unknown>>): string =>
  Object.entries(data)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${key}=${text(value)}`)
    .join('&');

/** MD5 (lower-case hex) over `signText(data)`. Guards integrity only, never authority. */
export const sign = (data: Readonly<Record<string, unknown>>): string => bytesToHex(md5(utf8ToBytes(signText(data))));
