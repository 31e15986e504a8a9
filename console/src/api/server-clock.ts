/** ms the server's clock is ahead of this browser's, by the answer heard last. */
let ahead = 0;

/** Takes the time the server made an answer at, as its Date header tells it (whole seconds); what is no date tells nothing. */
export function hearServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** Epoch ms by the server's clock, to a second or so: a browser's may be days wrong. */
export const serverNow = (): number => Date.now() + ahead;
