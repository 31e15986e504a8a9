const FIRST_DELAY_MS = 1_000;
const LAST_DELAY_MS = 30_000;
/** A server that answers but does not send a file this many times has another version of it. */
export const CODE_TRIES = 3;
/** Statuses of a proxy whose server is down. */
const FIRST_PROXY_STATUS = 502;

let isCutOff = false;

/** Notes whether the server is known to be out of reach. */
export function noteOutage(isOut: boolean): void {
  isCutOff = isOut;
}

/**
 * Loads code; during an outage, once the server answers. Throws the error of `load` when the server lacks the code. The end of
 * a known outage is awaited: browsers without whatwg/html#10327 never request a module again that failed once.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  if (isCutOff) await waitForServer(0);
  for (let tries = 1; ; tries++) {
    try {
      return await load();
    } catch (error) {
      if (tries === CODE_TRIES) throw error;
      await waitForServer();
      await reloadStyles();
    }
  }
}

/** Asks the server until it answers, at first after `firstDelayMs`. */
export async function waitForServer(firstDelayMs = FIRST_DELAY_MS): Promise<void> {
  for (let delay = firstDelayMs; ; delay = Math.min(Math.max(delay * 2, FIRST_DELAY_MS), LAST_DELAY_MS)) {
    await new Promise((done) => setTimeout(done, delay));
    const status = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      (response) => response.status,
      () => null,
    );
    if (status !== null && status < FIRST_PROXY_STATUS) return;
  }
}

/** Loads the console's style sheets that failed: the bundler's loader requests each once only. */
async function reloadStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const own = links.filter(({ href }) => href.startsWith(location.origin));
  const loaded = new Set(own.filter(isLoaded).map(({ href }) => href));
  const missing = new Map(own.flatMap((link) => (loaded.has(link.href) ? [] : [[link.href, link]])));
  await Promise.all(
    [...missing.values()].map((link) => {
      const again = link.cloneNode() as HTMLLinkElement;
      const settled = new Promise<void>((done) => {
        again.onload = again.onerror = () => done();
      });
      document.head.append(again);
      return settled;
    }),
  );
}

/** Browsers give a failed style sheet of the own origin no rules, or refuse to read them. */
function isLoaded({ sheet }: HTMLLinkElement): boolean {
  try {
    return (sheet?.cssRules.length ?? 0) > 0;
  } catch {
    return false;
  }
}
