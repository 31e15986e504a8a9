import type { Admission } from '../admission.ts';
import { ANSWER_IDS, TERMINAL_ACK } from '../commands/read-answer.ts';
import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import { createAuthenticateHandler } from './authenticate.ts';
import { createCompressedDataHandler } from './compressed-data.ts';
import { createDriverCardHandler } from './driver-card.ts';
import { createLocationHandlers } from './location.ts';
import { createMediaUploadHandler } from './media-upload.ts';
import type { MessageHandler, MessageRow } from './message-handler.ts';
import { createPassengerFlowHandler } from './passenger-flow.ts';
import { answerTimeQuery } from './query-time.ts';
import { createRegisterHandler } from './register.ts';
import { createTerminalReportHandler } from './terminal-report.ts';
import { createTerminalResendHandler } from './terminal-resend.ts';
import { createUninterpretedHandler } from './uninterpreted.ts';
import { createUnregisterHandler } from './unregister.ts';
import { createUpgradeResultHandler } from './upgrade-result.ts';
import { createUploadFinishedHandler } from './upload-finished.ts';
import { createWaybillHandler } from './waybill.ts';

/** Answers that handlers of their own pass on. */
const [LOCATION_REPLY, QUESTION_ANSWER, CONTROL_REPLY, DRIVER_CARD, TRANSPARENT] = [0x0201, 0x0302, 0x0500, 0x0702, 0x0900];
const HANDLED: ReadonlySet<number> = new Set([LOCATION_REPLY, QUESTION_ANSWER, CONTROL_REPLY, DRIVER_CARD, TRANSPARENT]);
/** Offsets of the type of 0x0900, and of the event of 0x0800. */
const TRANSPARENT_TYPE_AT = 0;
const MEDIA_EVENT_AT = 6;
/** CAN data (0x0705) has no type. */
const NO_TYPE = -1;

/** The uplink messages of the gateway. A new message is a row here and a handler file. */
export function createMessageRows(deps: GatewayDeps, admission: Admission): MessageRow[] {
  const { location, locationBatch, locationReply } = createLocationHandlers(deps);
  const report = createTerminalReportHandler(deps);
  const keepTransparent = createUninterpretedHandler(deps, TRANSPARENT_TYPE_AT);
  return [
    { id: 0x0002, handle: acknowledge, readsAtOnce: true },
    { id: 0x0003, handle: createUnregisterHandler(deps) },
    { id: 0x0004, handle: answerTimeQuery, beforeLogin: true },
    { id: 0x0005, handle: createTerminalResendHandler(deps) },
    { id: 0x0100, handle: createRegisterHandler(deps, admission), beforeLogin: true },
    { id: 0x0102, handle: createAuthenticateHandler(deps, admission), beforeLogin: true },
    { id: 0x0108, handle: createUpgradeResultHandler(deps) },
    { id: 0x0200, handle: location, readsAtOnce: true },
    { id: LOCATION_REPLY, handle: locationReply, isReply: true },
    { id: 0x0301, handle: report },
    { id: QUESTION_ANSWER, handle: report },
    { id: 0x0303, handle: report },
    // the state after a control, like an answer to 0x8201
    { id: CONTROL_REPLY, handle: locationReply, isReply: true },
    { id: 0x0701, handle: createWaybillHandler(deps) },
    { id: DRIVER_CARD, handle: createDriverCardHandler(deps) },
    { id: 0x0704, handle: locationBatch, readsAtOnce: true },
    { id: 0x0705, handle: createUninterpretedHandler(deps, NO_TYPE) },
    // the upload (0x0801) follows without a request
    { id: 0x0800, handle: createUninterpretedHandler(deps, MEDIA_EVENT_AT) },
    { id: 0x0801, handle: createMediaUploadHandler(deps) },
    {
      id: TRANSPARENT,
      handle: (message) => {
        deps.delivery.acceptAnswer(message.session, TRANSPARENT, message.body);
        return keepTransparent(message);
      },
    },
    { id: 0x0901, handle: createCompressedDataHandler(deps) },
    { id: 0x1005, handle: createPassengerFlowHandler(deps) },
    { id: 0x1206, handle: createUploadFinishedHandler(deps) },
    ...ANSWER_IDS.filter((id) => !HANDLED.has(id)).map(
      (id): MessageRow => ({
        id,
        handle: ({ session, body }) => {
          if (id === TERMINAL_ACK && deps.firmware.acceptAck(session, body)) return;
          deps.delivery.acceptAnswer(session, id, body);
        },
        isReply: true,
      }),
    ),
  ];
}

/** Answers with 0x8001 and does nothing else. */
const acknowledge: MessageHandler = ({ session, header, serial }) => session.answer(serial, header.id, RESULT.ok);
