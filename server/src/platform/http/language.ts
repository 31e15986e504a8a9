import type { IncomingHttpHeaders } from 'node:http';
import { readCookie } from './cookie.ts';

/** Reply languages; the first is the default. */
export const REPLY_LANGUAGES = ['en', 'zh', 'es', 'ja'] as const;
export type ReplyLanguage = (typeof REPLY_LANGUAGES)[number];

const known = (tag: string | undefined): ReplyLanguage | undefined => {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return REPLY_LANGUAGES.find((language) => language === primary);
};

/** The caller's language: the cookie `language`, else the best of Accept-Language, else English. */
export function languageOf(headers: IncomingHttpHeaders): ReplyLanguage {
  const chosen = known(readCookie(headers.cookie, 'language'));
  if (chosen) return chosen;
  const accepted = (headers['accept-language'] ?? '')
    .split(',', 16)
    .map((entry) => {
      const [tag, ...parameters] = entry.split(';');
      const quality = Number(
        parameters
          .find((p) => p.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { language: known(tag), quality: Number.isFinite(quality) ? quality : 0 };
    })
    .sort((a, b) => b.quality - a.quality);
  return accepted.find((entry) => entry.language && entry.quality > 0)?.language ?? REPLY_LANGUAGES[0];
}
