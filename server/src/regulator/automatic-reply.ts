import type { Content, Message } from '@fleetwarden/protocol/jt809';
import type { Db } from '../platform/db/database.ts';
import type { FieldEncryption } from '../platform/resources/field-encryption.ts';
import { loadLinkReport } from './link-report.ts';
import type { Superior } from './superiors.ts';
import type { Traffic } from './traffic.ts';
import { findVehicleByPlate, loadDrivers, loadStaticData } from './vehicles.ts';
import { loadWaybillText } from './waybills.ts';

type Deps = {
  readonly db: Db;
  readonly encryption: Pick<FieldEncryption, 'decrypt'>;
  readonly superior: Superior;
  readonly traffic: Pick<Traffic, 'flush'>;
};

/** Result of requests for video (JT/T 1078-2016 chapter 9). */
const UNSUPPORTED = 2;

/** The reply to a message that needs no decision. */
export async function createAutomaticReply(
  { db, encryption, superior, traffic }: Deps,
  message: Message,
  sourceSerial: number,
): Promise<Content | null> {
  const { vehicle } = message;
  const source = { sourceType: message.id, sourceSerial };
  const vehicleId = vehicle ? await findVehicleByPlate(db, superior.id, vehicle.plate, vehicle.colour) : null;
  switch (message.type) {
    case 'platformText':
      return { type: 'platformTextReply', body: { infoId: message.body.infoId, ...source } };
    case 'exchangeStart':
      return { type: 'exchangeStarted', body: { ...source, length: 0 }, vehicle };
    case 'exchangeEnd':
      return { type: 'exchangeEnded', body: { ...source, length: 0 }, vehicle };
    case 'driverRequest': {
      const driver = vehicleId === null ? undefined : (await loadDrivers(db, encryption, [vehicleId])).get(vehicleId);
      const noDriver = { name: '', identity: '', licence: '', issuer: '', validUntil: 0 };
      return { type: 'driverReply', body: { ...source, ...(driver ?? noDriver) }, vehicle };
    }
    case 'waybillRequest': {
      const text = vehicleId === null ? '' : await loadWaybillText(db, vehicleId);
      return { type: 'waybillReply', body: { ...source, text }, vehicle };
    }
    case 'vehicleDataRequest': {
      if (vehicleId === null || !superior.sendStatic) return null;
      const text = (await loadStaticData(db, [vehicleId])).get(vehicleId) ?? '';
      return { type: 'vehicleData', body: { ...source, text }, vehicle };
    }
    case 'linkReportRequest':
      // the report covers the newest interruption too, which write-behind may still hold
      await traffic.flush();
      return { type: 'linkReport', body: await loadLinkReport(db, superior.id, message.body.data) };
    case 'liveRequest':
      return { type: 'liveReply', body: { result: UNSUPPORTED, server: '', port: 0 }, vehicle };
    case 'liveEnd':
      return { type: 'liveEndReply', body: { result: UNSUPPORTED }, vehicle };
    case 'storedListRequest':
      return { type: 'storedListReply', body: { result: UNSUPPORTED, items: [] }, vehicle };
    case 'playbackRequest':
      return { type: 'playbackReply', body: { result: UNSUPPORTED, server: '', port: 0 }, vehicle };
    case 'playbackControl':
      return { type: 'playbackControlReply', body: { result: UNSUPPORTED }, vehicle };
    case 'downloadRequest':
      return { type: 'downloadReply', body: { result: UNSUPPORTED, session: 0 }, vehicle };
    case 'downloadControl':
      return { type: 'downloadControlReply', body: { result: UNSUPPORTED }, vehicle };
    default:
      return null;
  }
}
