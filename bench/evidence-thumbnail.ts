/**
 * First picture of an alarm: from the last byte that the terminal sends until the page of the alarm shows it, in Chromium. Goal:
 * 1.5 s. A terminal raises alarms one after the other, and uploads a picture of each while its page is open.
 * Run: `node bench/evidence-thumbnail.ts [alarms]`.
 */
import { once } from 'node:events';
import type { Page } from 'playwright-core';
import { until } from '../e2e/support/client.ts';
import { navigate } from '../e2e/support/installation.ts';
import { startBrowser } from '../e2e/support/start-browser.ts';
import { type Db, sql } from '../server/src/platform/db/database.ts';
import { connectAttachments } from '../server/test/support/evidence/attachment-client.ts';
import { buildAlarmFiles } from '../simulator/src/evidence/alarm-files.ts';
import { MODES } from '../simulator/src/modes.ts';
import { createVehicle } from '../simulator/src/motion/vehicle.ts';
import { forgetfulMemory } from '../simulator/src/state-file.ts';
import { createTerminal, type Terminal } from '../simulator/src/terminal.ts';
import { CODE } from './gateway/fleet.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { letIn } from './platform/paced-fleet.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { openSeat } from './platform/seat.ts';
import { shareOf } from './platform/times.ts';

const ALARMS = Number(process.argv[2] ?? 30);
const GOAL_MS = 1_500;
const CHUNK_BYTES = 8_192;
const PHONE_USE = 0x65;
const LIMIT_MS = 60_000;
const PAGE = '/activesafety/safetyalarm/safetyalarm';
/** In the page: when a picture of the open alarm was painted, epoch ms. */
const SHOWN = `new Promise((done) => {
  const look = () => {
    const image = document.querySelector('[role=dialog] section img');
    if (image?.complete && image.naturalWidth > 0 && image.checkVisibility())
      setTimeout(() => done(performance.timeOrigin + performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

type Request = { readonly tcpPort: number; readonly alarmNo: string };
type Car = { readonly phone: string; readonly plate: string; readonly terminal: Terminal; readonly requests: readonly Request[] };

await withProduct({ vehicles: 1, departments: 7 }, measure, letIn);

async function measure({ product, tokens, db }: Bench): Promise<void> {
  tellMachine('evidence-thumbnail');
  const car = await startCar(db, product.gatewayPort);
  const browser = await startBrowser();
  try {
    const page = await openSeat(browser, product, tokens.all, { path: PAGE });
    await page.locator('main').waitFor();
    const tookMs: number[] = [];
    // the first one finds code that never ran
    for (let n = 0; n <= ALARMS; n++) {
      const ms = await show(page, db, car, n);
      if (n > 0) tookMs.push(ms);
    }
    tookMs.sort((a, b) => a - b);
    const [half, worst] = [shareOf(tookMs, 0.5), tookMs.at(-1)!];
    console.log(
      `evidence-thumbnail: ${ALARMS} alarms, picture shown after its last byte: p50 ${half.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`,
    );
    tellGoal('evidence-thumbnail: first picture, worst', worst, GOAL_MS, 'ms');
  } finally {
    await browser.close();
    car.terminal.stop();
  }
}

/** Raises an alarm, opens its page, uploads its picture. Resolves with the time until it is shown. */
async function show(page: Page, db: Db, { phone, plate, terminal, requests }: Car, n: number): Promise<number> {
  const kind = 'dsmPhone';
  terminal.alarms.raise({ kind, level: 1, files: 1 });
  const { tcpPort, alarmNo } = await until('the request for its files', () => requests[n], LIMIT_MS, 20);
  const row = await db.first<{ gid: string }>(sql`select alarm_gid as gid from evidence_request where alarm_no = ${alarmNo}`);
  await navigate(page, `${PAGE}?alarmGid=${row!.gid}`);
  await page.getByRole('dialog').locator('dl, table').first().waitFor();
  const member = { phone, plate, seed: n } as Parameters<typeof buildAlarmFiles>[2]['member'];
  const alarm = { item: PHONE_USE, type: 2, key: kind, at: Date.now() } as const;
  const vehicle = createVehicle({ seed: n, kind: 'taxi', home: '上海' });
  const [file] = buildAlarmFiles(alarm, { count: 1, alarmNo }, { member, vehicle });
  const { name, data } = file!;
  const link = await connectAttachments(tcpPort, phone);
  await link.list(alarmNo, [{ name, sizeBytes: data.length }]);
  await link.begin(name, data.length);
  const shown = page.evaluate<number>(SHOWN);
  for (let at = 0; at < data.length; at += CHUNK_BYTES) link.chunk(name, at, data.subarray(at, at + CHUNK_BYTES));
  if (link.socket.writableNeedDrain) await once(link.socket, 'drain');
  const sentAt = performance.timeOrigin + performance.now();
  await link.end(name, data.length);
  link.socket.destroy();
  return (await shown) - sentAt;
}

/** A terminal that reports, and leaves requests for files to the caller. */
async function startCar(db: Db, port: number): Promise<Car> {
  const row = await db.first<{ plate: string; phone: string }>(sql`
    select v.plate, t.phone from vehicle v join terminal t on t.vehicle_id = v.id limit 1`);
  const { plate, phone } = row!;
  const { codes } = forgetfulMemory();
  codes.set(phone, CODE);
  const requests: Request[] = [];
  const identity = { terminalNo: 'S000001', maker: 'FWSIM', model: 'FW-T1', kind: 'taxi', homeCity: '上海' } as const;
  const terminal = createTerminal({
    server: { host: '127.0.0.1', port, transport: 'tcp' },
    member: { phone, plate, version: 2013, plateColour: 2, seed: 1, drivers: [], ...identity },
    vehicle: { ...createVehicle({ seed: 1, kind: 'taxi', home: '上海' }), linkAt: () => 'up' },
    codes,
    mode: MODES.silent,
    movingS: 1,
    parkedS: 1,
    replyTimeoutMs: 5_000,
    backoffMs: [200, 1_000],
    onEvent: (event) => {
      if (event.type === 'asked' && event.message.type === 'requestAttachments') requests.push(event.message.body);
    },
  });
  terminal.start();
  await until(`terminal ${phone} to be online`, () => terminal.state() === 'online' || undefined);
  return { phone, plate, terminal, requests };
}
