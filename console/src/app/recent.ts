/** Number of remembered choices. */
const MAX_RECENT = 5;

const keyOf = (userId: string) => `palette.${userId}`;

/** IDs of the user's recent choices in this browser, newest first; empty if storage is blocked. */
export function readRecent(userId: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

export function rememberRecent(userId: string, id: string): void {
  try {
    const others = readRecent(userId).filter((known) => known !== id);
    localStorage.setItem(keyOf(userId), JSON.stringify([id, ...others].slice(0, MAX_RECENT)));
  } catch {
    // Full or blocked: the palette works without.
  }
}
