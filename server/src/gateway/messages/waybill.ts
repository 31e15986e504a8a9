import { CodecError, decodeGbk } from '@fleetwarden/protocol/codec';
import { decodeBody } from '@fleetwarden/protocol/jt808';
import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import type { MessageHandler } from './message-handler.ts';
import { plainText } from './plain-text.ts';

type Deps = Pick<GatewayDeps, 'waybills' | 'limits'> & { readonly metrics: Pick<GatewayDeps['metrics'], 'waybills'> };

/** 0x0701: stores an electronic waybill, then answers. An empty waybill is answered and not stored. */
export function createWaybillHandler({ waybills, metrics, limits }: Deps): MessageHandler {
  return async ({ session, header, body, serial, receivedAt }) => {
    if (body.length > limits.waybillBytes)
      throw new CodecError(`waybill: ${body.length} bytes, takes ${limits.waybillBytes} at the most`);
    const message = decodeBody({ ...header, version: session.version }, body);
    if (message.type !== 'waybill') return session.answer(serial, header.id, RESULT.unsupported);
    const { data } = message.body;
    const text = plainText(decodeGbk(data, 0, data.length));
    if (text === '') return session.answer(serial, header.id, RESULT.ok);
    // live sessions have a vehicle
    const stored = await waybills.keep({ vehicleId: session.entry!.vehicleId!, receivedAt, text });
    metrics.waybills.inc({ result: stored ? 'kept' : 'refused' });
    session.answer(serial, header.id, stored ? RESULT.ok : RESULT.failed);
  };
}
