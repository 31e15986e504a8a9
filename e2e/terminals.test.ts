/** Simulated terminals and the records of their vehicles: changes to a record connect and disconnect its terminal at once. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, signIn, until } from './support/client.ts';
import { removeDataDir } from './support/data-dir.ts';
import { type Product, startProduct } from './support/product.ts';
import { copyDataDir } from './support/shared-services.ts';

const PASSWORD = 'Correct_horse_7';
const SIMULATOR = resolve(import.meta.dirname, '../simulator/src/main.ts');
/** Some may be offline at any time. */
const TERMINALS = 6;
const SERVICE = 1;
/** Refused terminals retry at growing intervals. */
const PATIENCE_MS = 90_000;

const dataDir = await copyDataDir('fleet');
let product: Product;
let client: Client;
let simulator: ChildProcess;

const fleet = Array.from({ length: TERMINALS }, (_, n) => ({
  phone: `1990000100${n}`,
  version: 2013,
  plate: `鄂A7000${n}`,
  plateColour: 2,
  terminalNo: `S70000${n}`,
  maker: 'FWSIM',
  model: 'FW-T1',
  kind: 'taxi',
  seed: n + 1,
  homeCity: '武汉',
}));

beforeAll(async () => {
  product = await startProduct(dataDir, { ADMIN_PASSWORD: PASSWORD });
  client = await signIn(product.url, 'admin', PASSWORD);
  const file = join(dataDir, 'fleet.json');
  writeFileSync(file, JSON.stringify(fleet));
  const port = String(product.gatewayPort);
  const options = ['--fleet', file, '--port', port, '--steady', '--interval', '1', '--parked', '1', '--report', '0'];
  simulator = spawn(process.execPath, [SIMULATOR, ...options], { stdio: 'ignore' });
});
afterAll(async () => {
  if (simulator && simulator.exitCode === null) {
    simulator.kill('SIGTERM');
    await once(simulator, 'exit');
  }
  await product?.stop();
  removeDataDir(dataDir);
});

type Device = { readonly carNo: string; readonly online: boolean };
const online = async (): Promise<string[]> => {
  const { list }: { list: Device[] } = await client.post('device/listDevice', { online: true });
  return list.map(({ carNo }) => carNo);
};
const dayFrom = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

it('terminals connect and disconnect as the records of their vehicles change', async () => {
  const [root] = (await client.post('dept/listDept')).list;
  const { id: deptId } = await client.post('dept/addDept', {
    values: { deptName: '武汉车队', parentId: root.id, deptType: 3 },
  });
  expect(await online()).toEqual([]);
  const ids = new Map<string, string>();
  for (const { plate, phone } of fleet) {
    const values = { carNo: plate, plateColor: 2, deptId, vehicleType: 21, industryType: 5, runState: 1, phone };
    ids.set(plate, (await client.post('car/addCar', { values })).id);
  }
  const live = await client.socket('gpsmsg');
  const heard = (from: number, plate: string) =>
    live.messages.slice(from).some((m) => JSON.stringify(m).includes(plate)) || undefined;
  const plate = await until('a terminal to register', async () => (await online())[0], PATIENCE_MS);
  const id = ids.get(plate)!;
  await until('its position', () => heard(0, `"${plate}"`), PATIENCE_MS);

  // its service ended two days ago in every time zone: the rule disconnects it, a renewal connects it again
  await client.post('car/batchCar', { ids: [id], values: { serviceTo: dayFrom(-2) } });
  expect(await online()).toContain(plate);
  await client.post('expiry/addRule', {
    values: { kind: SERVICE, deptId: root.id, leadDays: '7', repeatDays: 0, state: 1, stopService: true },
  });
  const isOut = async () => !(await online()).includes(plate) || undefined;
  const isIn = async () => (await online()).includes(plate) || undefined;
  await until('the stopped terminal to be out', isOut, PATIENCE_MS);
  await client.post('car/batchCar', { ids: [id], values: { serviceTo: dayFrom(30) } });
  await until('the renewed terminal to be in', isIn, PATIENCE_MS);

  await client.post('car/delCar', { ids: [id], reason: '转让' });
  await until('the removed vehicle to be told', () => live.messages.some((m) => m.reload === 1) || undefined);
  expect(await online()).not.toContain(plate);
  await client.post('car/restoreCar', { ids: [id] });
  const before = live.messages.length;
  await until('the restored terminal to be in', isIn, PATIENCE_MS);
  await until('its position', () => heard(before, `"${plate}"`), PATIENCE_MS);
}, 400_000);
