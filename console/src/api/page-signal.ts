/** Why a read was given up: the page that wanted its answer is no longer there. */
export class PageLeft extends Error {
  constructor() {
    super('The page was left before the answer came');
    this.name = 'PageLeft';
  }
}

let page = new AbortController();

/** Aborts when the page shown now is left. */
export const pageSignal = (): AbortSignal => page.signal;

/** The router says so when another page, or the same one anew, is shown. */
export function leavePage(): void {
  page.abort(new PageLeft());
  page = new AbortController();
}
