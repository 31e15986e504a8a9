import { decodeBody, type Header, readLocation } from '@fleetwarden/protocol/jt808';
import type { Parts } from './parts.ts';
import { RESULT, type Session } from './session.ts';

const UPLOAD = 0x0801;

/** Takes what terminals upload. */
export type Media = {
  /**
   * 0x0801, whole: answered by the general answer, and once it is kept by 0x8800, on which the terminal forgets it. Rejects,
   * unanswered, while the database is away. Throws CodecError.
   */
  upload(session: Session, serial: number, header: Header, body: Uint8Array, receivedAt: number): Promise<void>;
};

export function createMedia({ media, metrics }: Parts): Media {
  return {
    upload: async (session, serial, header, body, receivedAt) => {
      const message = decodeBody({ ...header, version: session.version }, body);
      if (message.type !== 'mediaUpload') return session.answer(serial, UPLOAD, RESULT.unsupported);
      const { mediaId, event, channel, location, data } = message.body;
      const kept = await media.keep({
        // only live sessions get here, and those have a vehicle
        vehicleId: session.entry!.vehicleId!,
        mediaNo: mediaId,
        event,
        channel,
        receivedAt,
        data,
        location: location ? readLocation(location) : null,
      });
      metrics.media.inc({ result: kept ? 'kept' : 'refused' });
      session.answer(serial, UPLOAD, kept ? RESULT.ok : RESULT.failed);
      if (kept) session.send({ type: 'mediaReply', body: { mediaId } });
    },
  };
}
