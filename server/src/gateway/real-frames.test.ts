import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decodeFrame,
  escapeFrame,
  type LocationReading,
  phoneKey,
  readLocation,
  readLocationBatch,
} from '@fleetwarden/protocol/jt808';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { startGatewayFixture } from '../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal } from '../../test/support/gateway/terminal.ts';

// frames recorded from devices; they are outside the repository and must not be published
const FOLDER = join(import.meta.dirname, '../../../../shared/vectors');
const FILES = [
  'traccar-huabao.json',
  'smallchi-jt808.json',
  'yezhihao-jt808.json',
  'go-jt808-jt808.json',
  'go-jt808-framing.json',
];

type RealFrame = {
  readonly bytes: Uint8Array;
  readonly phone: string;
  readonly serial: number;
  readonly readings: readonly LocationReading[];
};

/** Complete messages with locations, anywhere in a file. */
function realFrames(file: string): RealFrame[] {
  const found = new Map<string, RealFrame>();
  for (const [hex] of readFileSync(join(FOLDER, file), 'utf8').matchAll(/7e(?:[0-9a-f]{2}){15,2000}?7e(?=")/gi)) {
    const frame = readReal(onTheWire(Buffer.from(hex, 'hex')));
    if (frame !== undefined) found.set(hex.toLowerCase(), frame);
  }
  return [...found.values()];
}

/** Some were published without their escapes; a stream cannot carry them like that. */
function onTheWire(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(1, -1).includes(0x7e) ? escapeFrame(bytes.subarray(1, -2)) : bytes;
}

function readReal(bytes: Uint8Array): RealFrame | undefined {
  try {
    const { header, body } = decodeFrame(bytes);
    if (header.total > 0 || header.encryption > 0 || (header.id !== 0x0200 && header.id !== 0x0704)) return undefined;
    const readings = header.id === 0x0200 ? [readLocation(body)] : readLocationBatch(body).locations;
    return { bytes, phone: phoneKey(header.phone), serial: header.serial, readings };
  } catch {
    // other tests cover invalid frames
    return undefined;
  }
}

describe.skipIf(!existsSync(FOLDER))('frames of real devices, with AUTO_REGISTER', () => {
  for (const transport of ['tcp', 'udp'] as const) {
    for (const file of FILES) {
      it(`${file} over ${transport}: each location is acknowledged and stored in the database`, async () => {
        const { db } = await testDatabase();
        const fixture = await startGatewayFixture(db, { autoRegister: true });
        const frames = realFrames(file);
        const terminal = await connectTerminal(fixture.port, { phone: '0', transport });
        expect(frames.length).toBeGreaterThan(0);
        for (const { bytes, phone, serial, readings } of frames) {
          terminal.raw(bytes);
          if (readings.length === 0) continue;
          const reply = await terminal.reply(
            (each) => each.type === 'platformAck' && each.body.serial === serial && phoneKey(each.phone) === phone,
          );
          expect(reply.body).toMatchObject({ result: 0 });
          for (const { deviceAt, lng, lat } of readings) {
            // a different one of the same second is stored at the next free millisecond
            const rows = await db.query<{ lng: number; lat: number }>(
              `select p.lng, p.lat from terminal t join (select vehicle_id, gnss_at, lng, lat from position
                 union all select vehicle_id, gnss_at, lng, lat from position_odd) p on p.vehicle_id = t.vehicle_id
               where t.phone = $1 and date_trunc('second', p.gnss_at) is not distinct from $2`,
              [phone, deviceAt === null ? null : new Date(deviceAt)],
            );
            expect(rows).toContainEqual({ lng, lat });
          }
        }
        terminal.end();
        await fixture.stop();
      });
    }
  }
});
