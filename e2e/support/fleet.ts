/** A product that knows no vehicle yet, and terminals that stories drive by hand; its first account watches what comes. */
import { openBrowser } from './browser.ts';
import { removeDataDir } from './data-dir.ts';
import { startProduct } from './product.ts';
import { copyDataDir } from './shared-services.ts';
import { ADMIN_PASSWORD } from './templates.ts';
import { type Place, startTerminal, type Terminal } from './terminal.ts';
import type { Workplace } from './workplace.ts';

export const ADMIN = 'admin';
const EVERY_MS = 1_000;
const HEARTBEAT_MS = 20_000;
/** Of what a server printed, characters that a failure repeats. */
const TOLD = 4_000;

export type Fleet = Workplace & {
  /** A terminal registers with that plate (yellow) and reports a place; it stays online until it is closed. */
  join(phone: string, plate: string, place: Place): Promise<Terminal>;
  /** It reports where it is, once a second, until the fleet is closed or it is. */
  drive(terminal: Terminal, placeAt: (step: number) => Place): void;
};

/** `env`: of the product, beside what every story needs. */
export async function openFleet(env: Readonly<Record<string, string>> = {}): Promise<Fleet> {
  const dataDir = await copyDataDir('fleet');
  const product = await startProduct(dataDir, { AUTO_REGISTER: 'on', ...env });
  const browser = await openBrowser();
  const terminals: Terminal[] = [];
  const timers: NodeJS.Timeout[] = [];
  return {
    product,
    browser,
    password: ADMIN_PASSWORD,
    join: async (phone, plate, place) => {
      const terminal = await startTerminal(product.gatewayPort, phone, plate).catch((error: unknown) => {
        throw new Error(`terminal ${phone} with plate ${plate} did not join; the server said\n${product.output().slice(-TOLD)}`, {
          cause: error,
        });
      });
      terminals.push(terminal);
      timers.push(setInterval(() => terminal.beat(), HEARTBEAT_MS));
      await terminal.report(place);
      return terminal;
    },
    drive: (terminal, placeAt) => {
      let step = 0;
      timers.push(setInterval(() => void terminal.report(placeAt(step++)).catch(() => undefined), EVERY_MS));
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      for (const terminal of terminals) terminal.close();
      await browser.close();
      const code = await product.stop();
      removeDataDir(dataDir);
      if (code !== 0) throw new Error(`the server ended with ${code}`);
    },
  };
}

/** Stands there, ACC on. */
export const standingAt = (lng: number, lat: number): Place => ({ lng, lat, speedKmh: 0, heading: 0, at: Date.now() });
