import { decodeBody, readLocation } from '@fleetwarden/protocol/jt808';
import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import type { MessageHandler } from './message-handler.ts';

type Deps = Pick<GatewayDeps, 'media'> & {
  readonly ingest: Pick<GatewayDeps['ingest'], 'correctTime'>;
  readonly metrics: Pick<GatewayDeps['metrics'], 'media'>;
};

/** 0x0801: stores a photo, sound or video. 0x8800 confirms it, and the terminal deletes its copy. */
export function createMediaUploadHandler({ media, ingest, metrics }: Deps): MessageHandler {
  return async ({ session, header, body, serial, receivedAt }) => {
    const message = decodeBody({ ...header, version: session.version }, body);
    if (message.type !== 'mediaUpload') return session.answer(serial, header.id, RESULT.unsupported);
    const { mediaId, event, channel, location: bytes, data } = message.body;
    // live sessions have a vehicle
    const vehicleId = session.entry!.vehicleId!;
    const location = bytes ? readLocation(bytes) : null;
    const deviceAt = location?.deviceAt ?? null;
    const stored = await media.keep({
      vehicleId,
      mediaNo: mediaId,
      event,
      channel,
      receivedAt,
      data,
      location: location && { ...location, deviceAt: deviceAt === null ? null : ingest.correctTime(vehicleId, deviceAt) },
    });
    metrics.media.inc({ result: stored ? 'kept' : 'refused' });
    session.answer(serial, header.id, stored ? RESULT.ok : RESULT.failed);
    if (stored) session.send({ type: 'mediaReply', body: { mediaId } });
  };
}
