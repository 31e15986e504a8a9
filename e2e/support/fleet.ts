/** A product without vehicles, and terminals under the story's control. */
import { closePages, openBrowser } from './browser.ts';
import { removeDataDir } from './data-dir.ts';
import type { Installation } from './installation.ts';
import { endProduct, lastOutput, startProduct } from './product.ts';
import { copyDataDir } from './shared-services.ts';
import { ADMIN_PASSWORD } from './templates.ts';
import { type Place, startTerminal, type Terminal } from './terminal.ts';

export const ADMIN = 'admin';
const EVERY_MS = 1_000;
const HEARTBEAT_MS = 20_000;

export type Fleet = Installation & {
  /** Registers a terminal with that plate (yellow) and reports a location. It stays online until closed. */
  connect(phone: string, plate: string, place: Place): Promise<Terminal>;
  /** Reports the terminal's location once a second until the terminal or the fleet is closed. */
  drive(terminal: Terminal, placeAt: (step: number) => Place): void;
};

/** `env`: additional environment of the product. */
export async function startFleet(env: Readonly<Record<string, string>> = {}): Promise<Fleet> {
  const dataDir = await copyDataDir('fleet');
  const product = await startProduct(dataDir, { AUTO_REGISTER: 'on', ...env });
  const browser = await openBrowser();
  const terminals: Terminal[] = [];
  const timers: NodeJS.Timeout[] = [];
  return {
    product,
    browser,
    password: ADMIN_PASSWORD,
    connect: async (phone, plate, place) => {
      const terminal = await startTerminal(product.gatewayPort, phone, plate).catch((error: unknown) => {
        throw new Error(`terminal ${phone} with plate ${plate} did not connect; the server said\n${lastOutput(product)}`, {
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
      await closePages();
      await endProduct(product).finally(() => removeDataDir(dataDir));
    },
  };
}

/** A standing vehicle, ACC on. */
export const standingAt = (lng: number, lat: number): Place => ({ lng, lat, speedKmh: 0, heading: 0, at: Date.now() });
