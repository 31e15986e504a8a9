import { gunzipSync } from 'node:zlib';
import { decodeBody } from '@fleetwarden/protocol/jt808';
import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import type { MessageHandler } from './message-handler.ts';

type Deps = Pick<GatewayDeps, 'terminalMessages' | 'limits'>;

/** 0x0901: stores the decompressed data, then answers. Data that cannot be decompressed is stored as received. */
export function createCompressedDataHandler({ terminalMessages, limits }: Deps): MessageHandler {
  return async ({ session, header, body, serial, receivedAt }) => {
    const message = decodeBody({ ...header, version: session.version }, body);
    if (message.type !== 'compressedUp') return session.answer(serial, header.id, RESULT.unsupported);
    const data = decompress(message.body.data, limits.decompressedBytes);
    await terminalMessages.keep({
      // live sessions have a vehicle
      vehicleId: session.entry!.vehicleId!,
      receivedAt,
      messageId: header.id,
      serial: header.serial,
      reason: 'uninterpreted',
      subType: null,
      body: data ?? body,
    });
    session.answer(serial, header.id, RESULT.ok);
  };
}

/** null for other data than gzip, and for more than `maxBytes`. */
function decompress(data: Uint8Array, maxBytes: number): Uint8Array | null {
  try {
    return gunzipSync(data, { maxOutputLength: maxBytes });
  } catch {
    return null;
  }
}
