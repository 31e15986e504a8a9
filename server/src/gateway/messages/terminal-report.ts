import { decodeBody, type Message } from '@fleetwarden/protocol/jt808';
import { REPORT_KIND, type TerminalReport } from '../../ingest/terminal-report-store.ts';
import type { GatewayDeps } from '../deps.ts';
import { RESULT } from '../session.ts';
import type { MessageHandler } from './message-handler.ts';

type Deps = Pick<GatewayDeps, 'terminalReports'> & { readonly delivery: Pick<GatewayDeps['delivery'], 'acceptAnswer'> };

/** The contents of a message that is a report; null for other messages. */
function readReport(message: Message): Pick<TerminalReport, 'kind' | 'number' | 'value'> | null {
  switch (message.type) {
    case 'eventReport':
      return { kind: REPORT_KIND.event, number: message.body.eventId, value: null };
    case 'questionAnswer':
      return { kind: REPORT_KIND.answer, number: message.body.answerId, value: message.body.serial };
    case 'infoDemand':
      return { kind: REPORT_KIND.information, number: message.body.kind, value: message.body.action };
    default:
      return null;
  }
}

/** 0x0301, 0x0302, 0x0303: stores the report, then answers. 0x0302 also answers a command. */
export function createTerminalReportHandler({ terminalReports, delivery }: Deps): MessageHandler {
  return async ({ session, header, body, serial, receivedAt }) => {
    const report = readReport(decodeBody({ ...header, version: session.version }, body));
    if (report === null) return session.answer(serial, header.id, RESULT.unsupported);
    const commandId = delivery.acceptAnswer(session, header.id, body);
    // live sessions have a vehicle
    const vehicleId = session.entry!.vehicleId!;
    const stored = await terminalReports.keep({ ...report, vehicleId, receivedAt, serial: header.serial, commandId });
    session.answer(serial, header.id, stored ? RESULT.ok : RESULT.failed);
  };
}
