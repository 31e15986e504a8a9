import type { MessageHandler } from '../../src/gateway/messages/message-handler.ts';
import { RESULT } from '../../src/gateway/session.ts';

type Deps = { readonly archive: { store(vehicleId: number, data: Uint8Array): Promise<void> } };

/** 0x0A00: stores the terminal's public key, then answers. */
export function createRsaKeyHandler({ archive }: Deps): MessageHandler {
  return async ({ session, header, body, serial }) => {
    // a copy, because the body is a view of received bytes
    const data = Uint8Array.from(body);
    // live sessions have a vehicle
    await archive.store(session.entry!.vehicleId!, data);
    session.answer(serial, header.id, RESULT.ok);
  };
}
