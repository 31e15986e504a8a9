/** Offset of the server's clock in ms, from the last reply. */
let ahead = 0;

/** Reads the server time from a Date header (whole seconds); ignores invalid dates. */
export function hearServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** Epoch ms by the server's clock, to about a second: a browser's clock may be wrong by days. */
export const serverNow = (): number => Date.now() + ahead;
