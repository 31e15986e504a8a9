import type { Of } from '../../codec/index.ts';
import { AreasReply, DeleteAreas, QueryAreas, SetCircles, SetPolygon, SetRectangles, SetRoute } from './areas.ts';
import { DriverCard } from './card.ts';
import {
  Ack,
  Attributes,
  Authenticate,
  Empty,
  Register,
  RegisterReply,
  Resend,
  RsaKey,
  TerminalControl,
  TimeReply,
  Transparent,
} from './connection.ts';
import { CallBack, CollectRecorder, ConfirmAlarm, PhotoReply, RecorderData, SendText, TakePhoto } from './control.ts';
import { Location, LocationBatch, LocationReply, TrackLocation } from './location.ts';
import { MediaEvent, MediaReply, MediaUpload } from './media.ts';
import { Parameters, QueryParameters, SetParameters } from './parameters.ts';
import { Waybill } from './waybill.ts';

/** Every message by id: its name and its body. A new message is a new row. */
export const messages = {
  1: ['terminalAck', Ack],
  2: ['heartbeat', Empty],
  3: ['unregister', Empty],
  4: ['queryTime', Empty],
  5: ['terminalResend', Resend],
  256: ['register', Register],
  258: ['authenticate', Authenticate],
  260: ['parameters', Parameters],
  263: ['attributes', Attributes],
  512: ['location', Location],
  513: ['locationReply', LocationReply],
  1544: ['areasReply', AreasReply],
  1792: ['recorderData', RecorderData],
  1793: ['waybill', Waybill],
  1794: ['driverCard', DriverCard],
  1796: ['locationBatch', LocationBatch],
  2048: ['mediaEvent', MediaEvent],
  2049: ['mediaUpload', MediaUpload],
  2053: ['photoReply', PhotoReply],
  2304: ['transparentUp', Transparent],
  2560: ['terminalRsaKey', RsaKey],
  32769: ['platformAck', Ack],
  32771: ['platformResend', Resend],
  32772: ['timeReply', TimeReply],
  33024: ['registerReply', RegisterReply],
  33027: ['setParameters', SetParameters],
  33028: ['queryAllParameters', Empty],
  33029: ['terminalControl', TerminalControl],
  33030: ['queryParameters', QueryParameters],
  33031: ['queryAttributes', Empty],
  33281: ['queryLocation', Empty],
  33282: ['trackLocation', TrackLocation],
  33283: ['confirmAlarm', ConfirmAlarm],
  33536: ['sendText', SendText],
  33792: ['callBack', CallBack],
  34304: ['setCircles', SetCircles],
  34305: ['deleteCircles', DeleteAreas],
  34306: ['setRectangles', SetRectangles],
  34307: ['deleteRectangles', DeleteAreas],
  34308: ['setPolygon', SetPolygon],
  34309: ['deletePolygons', DeleteAreas],
  34310: ['setRoute', SetRoute],
  34311: ['deleteRoutes', DeleteAreas],
  34312: ['queryAreas', QueryAreas],
  34560: ['collectRecorder', CollectRecorder],
  34816: ['mediaReply', MediaReply],
  34817: ['takePhoto', TakePhoto],
  35072: ['transparentDown', Transparent],
  35328: ['platformRsaKey', RsaKey],
} as const;

export type Table = typeof messages;
export type MessageId = keyof Table;
export type MessageType = Table[MessageId][0];
/** The body of a message by its id. */
export type BodyOf<K extends MessageId> = Of<Table[K][1]>;
