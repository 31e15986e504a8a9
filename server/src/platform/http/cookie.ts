/** The value of a cookie in a Cookie header; undefined if absent or invalid. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(
        part
          .slice(at + 1)
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      );
    } catch {
      return undefined;
    }
  }
  return undefined;
}
