import { decodeBody } from '@fleetwarden/protocol/jt808';
import { sql } from '../../platform/db/database.ts';
import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import type { MessageHandler } from './message-handler.ts';

/** 0x1206: stores the result of an upload by FTP, then answers. A result of an earlier request has another serial. */
export function createUploadFinishedHandler({ db, bus }: Pick<GatewayDeps, 'db' | 'bus'>): MessageHandler {
  return async ({ session, header, body, serial }) => {
    const message = decodeBody({ ...header, version: session.version }, body);
    if (message.type !== 'uploadFinished') return session.answer(serial, header.id, RESULT.unsupported);
    const changed = await db.run(sql`
      update video_task set result = ${message.body.result}
      where vehicle_id = ${session.entry!.vehicleId!} and state in (1, 2) and coalesce(serial, ${message.body.serial}) = ${message.body.serial}`);
    if (changed > 0) bus.publish('video.uploadReported', {});
    session.answer(serial, header.id, RESULT.ok);
  };
}
