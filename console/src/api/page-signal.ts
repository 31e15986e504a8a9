/** Reason of an aborted read: its page was left. */
export class PageLeft extends Error {
  constructor() {
    super('The page was left before the answer came');
    this.name = 'PageLeft';
  }
}

let page = new AbortController();

/** Aborts when the current page is left. */
export const pageSignal = (): AbortSignal => page.signal;

/** Called by the router when another page is shown, or the same one again. */
export function leavePage(): void {
  page.abort(new PageLeft());
  page = new AbortController();
}
