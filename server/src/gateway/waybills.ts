import { CodecError, decodeGbk } from '@fleetwarden/protocol/codec';
import { decodeBody, type Header } from '@fleetwarden/protocol/jt808';
import type { Parts } from './parts.ts';
import { plainText } from './plain-text.ts';
import { RESULT, type Session } from './session.ts';

const WAYBILL = 0x0701;

/** Takes electronic waybills. */
export type Waybills = {
  /**
   * 0x0701: answered once it is kept; an empty one says nothing, and is answered alone. Rejects, unanswered, while the database is away.
   * Rejects with CodecError where it cannot be read or is too long.
   */
  told(session: Session, serial: number, header: Header, body: Uint8Array, receivedAt: number): Promise<void>;
};

export function createWaybills({ waybills, metrics, limits }: Parts): Waybills {
  return {
    told: async (session, serial, header, body, receivedAt) => {
      if (body.length > limits.waybillBytes)
        throw new CodecError(`waybill: ${body.length} bytes, takes ${limits.waybillBytes} at the most`);
      const message = decodeBody({ ...header, version: session.version }, body);
      if (message.type !== 'waybill') return session.answer(serial, WAYBILL, RESULT.unsupported);
      const { data } = message.body;
      const text = plainText(decodeGbk(data, 0, data.length));
      if (text === '') return session.answer(serial, WAYBILL, RESULT.ok);
      // only live sessions get here, and those have a vehicle
      const kept = await waybills.keep({ vehicleId: session.entry!.vehicleId!, receivedAt, text });
      metrics.waybills.inc({ result: kept ? 'kept' : 'refused' });
      session.answer(serial, WAYBILL, kept ? RESULT.ok : RESULT.failed);
    },
  };
}
