/** Reads a cookie; null if absent, invalid or blocked. */
export function readCookie(name: string): string | null {
  for (const part of readAll().split('; ')) {
    const at = part.indexOf('=');
    if (part.slice(0, at) === name) return decoded(part.slice(at + 1));
  }
  return null;
}

/** Reads all cookies; in a sandboxed frame browsers throw. */
function readAll(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Sets a cookie for the whole site, same-site and secure under https; null removes it. Blocked cookies are ignored. */
export function writeCookie(name: string, value: string | null, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = value === null ? 0 : Math.round(days * 86_400);
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists under https only, the console also runs in plain http networks
    document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${age}; SameSite=Strict${secure}`;
  } catch {
    // blocked
  }
}
