import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMessageRegistry, type MessageRow } from '../../src/gateway/messages/message-handler.ts';
import { RESULT } from '../../src/gateway/session.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { testDatabase } from '../support/db/test-database.ts';
import { archive as addVehicle, type GatewayFixture, startGatewayFixture } from '../support/gateway/gateway-fixture.ts';
import { connectTerminal, type TestTerminal } from '../support/gateway/terminal.ts';
import { createRsaKeyHandler } from './rsa-key.ts';

const RSA_KEY = 0x0a00;
const BODY = Uint8Array.from({ length: 16 }, (_, i) => i);
const CODE = 'secret';

const stored: { vehicleId: number; data: Uint8Array }[] = [];
const archive = {
  store: async (vehicleId: number, data: Uint8Array) => {
    stored.push({ vehicleId, data });
  },
};
const row: MessageRow = { id: RSA_KEY, handle: createRsaKeyHandler({ archive }) };

let db: Db;
let fixture: GatewayFixture;
let phones = 0;

beforeAll(async () => {
  ({ db } = await testDatabase());
  fixture = await startGatewayFixture(db, { extraMessages: [row] });
});
beforeEach(() => void stored.splice(0));
afterAll(() => fixture.stop());

async function connect(port: number): Promise<{ vehicleId: number; terminal: TestTerminal }> {
  const phone = String(13_500_000_000 + ++phones);
  const vehicleId = await addVehicle(db, phone, { authCode: CODE });
  return { vehicleId, terminal: await connectTerminal(port, { phone }) };
}
async function logIn(port: number): Promise<{ vehicleId: number; terminal: TestTerminal }> {
  const { vehicleId, terminal } = await connect(port);
  expect(await terminal.ask({ type: 'authenticate', body: { code: CODE, imei: '', softwareVersion: '' } })).toBe(RESULT.ok);
  return { vehicleId, terminal };
}

describe('the message handler of CONTRIBUTING.md', () => {
  it('is called and replies', async () => {
    const { vehicleId, terminal } = await logIn(fixture.port);
    expect(await terminal.ask({ id: RSA_KEY, body: BODY })).toBe(RESULT.ok);
    expect(stored).toEqual([{ vehicleId, data: BODY }]);
    terminal.end();
  });

  it('receives a long message as one body', async () => {
    const { terminal } = await logIn(fixture.port);
    const data = Uint8Array.from({ length: 2_500 }, (_, i) => i % 251);
    const first = terminal.send({ id: RSA_KEY, body: data }, { maxBody: 1_000 });
    for (const part of [0, 1, 2]) expect(await terminal.result(first + part)).toBe(RESULT.ok);
    expect(stored.map((each) => each.data)).toEqual([data]);
    terminal.end();
  });

  it('is not called before the terminal authenticates', async () => {
    const { terminal } = await connect(fixture.port);
    expect(await terminal.ask({ id: RSA_KEY, body: BODY })).toBe(RESULT.failed);
    expect(stored).toEqual([]);
    terminal.end();
  });

  it('replies malformed to an unreadable body, and quarantines the frame', async () => {
    const { terminal } = await logIn(fixture.port);
    expect(await terminal.ask({ id: RSA_KEY, body: Uint8Array.of(1) })).toBe(RESULT.malformed);
    expect(fixture.gateway.badFrames()[0]).toMatchObject({ reason: 'body', detail: 'terminalRsaKey: needs 4 bytes, 1 left' });
    expect(stored).toEqual([]);
    terminal.end();
  });

  it('is the text in CONTRIBUTING.md', async () => {
    const file = await readFile(join(import.meta.dirname, 'rsa-key.ts'), 'utf8');
    const [handler, session, ...rest] = file.split('\n');
    // the same imports from within gateway/messages, in sorted order
    const imports = [session!.replace('../../src/gateway/', '../'), handler!.replace('../../src/gateway/messages/', './')];
    const inGateway = [...imports, ...rest].join('\n');
    const guide = await readFile(join(import.meta.dirname, '../../../CONTRIBUTING.md'), 'utf8');
    expect(guide).toContain(`\`\`\`ts\n${inGateway}\`\`\``);
  });
});

describe('the registry', () => {
  it('has no handler for this message without the row', async () => {
    const plain = await startGatewayFixture(db);
    const { terminal } = await logIn(plain.port);
    expect(await terminal.ask({ id: RSA_KEY, body: BODY })).toBe(RESULT.unsupported);
    terminal.end();
    await plain.stop();
  });

  it('refuses two rows of one message', () => {
    expect(() => createMessageRegistry([row, row])).toThrow('message 0x0a00 has two handlers');
  });
});
