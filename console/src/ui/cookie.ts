/** A cookie's value; null where there is none, or none that can be read. */
export function readCookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=');
    if (part.slice(0, at) !== name) continue;
    try {
      return decodeURIComponent(part.slice(at + 1));
    } catch {
      // whoever else sets cookies for this host may have written anything
      return null;
    }
  }
  return null;
}

/** Sets a cookie for the whole site, kept from other sites and, under https, from plain http; null removes it. */
export function writeCookie(name: string, value: string | null, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = value === null ? 0 : Math.round(days * 86_400);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists under https only, the console also runs in plain http networks
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${age}; SameSite=Strict${secure}`;
}
