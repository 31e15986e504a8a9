import type { GatewayLimits } from '../limits.ts';
import type { Session } from '../session.ts';
import { PartWindow } from './part-window.ts';
import type { Target } from './target-store.ts';

const UPGRADE = 0x8108;
const CONTROL = 0x8105;
/** 0x8105: upgrade over the radio. */
const DOWNLOAD_COMMAND = 1;
/** Bytes of the body in one sub-package. */
const PART_BYTES = 1_023;
const MINUTE_MS = 60_000;

/** What became of a transfer: it goes on, the terminal has everything, it does not answer, or it refused. */
export type TransferState = 'active' | 'sent' | 'silent' | 'refused';

/** A general answer of a terminal. */
export type Ack = { readonly messageId: number; readonly serial: number; readonly result: number };

/** One terminal that gets a firmware file. */
export type Transfer = {
  readonly target: Target;
  readonly session: Session;
  /** As it is stored: a later connection continues behind `partsDone`. */
  readonly progress: () => { readonly parts: number; readonly partsDone: number; readonly firstSerial: number };
  /** null: the answer belongs to something else. */
  readonly acknowledge: (ack: Ack, now: number) => TransferState | null;
  /** Sends sub-packages again, by their indexes from 1 on; false if the serial is another message's. */
  readonly resend: (firstSerial: number, indexes: readonly number[], now: number) => boolean;
  readonly sweep: (now: number) => TransferState;
};

type Limits = Pick<
  GatewayLimits,
  'firmwareWindow' | 'firmwareResends' | 'commandPartsMs' | 'firmwareAnswerMs' | 'firmwareResultMs'
>;
type Options = { readonly target: Target; readonly session: Session; readonly limits: Limits; readonly now: number };

/** Sends the file by 0x8108. It continues an earlier connection under the same serials, so that the terminal joins the parts. */
export function startPush({ target, session, limits, now: startAt }: Options, body: Uint8Array): Transfer {
  const total = countParts(body);
  // another total: another revision of the terminal, which has none of the parts
  const continues = target.parts === total && target.first_serial !== null;
  const firstSerial = continues ? target.first_serial! : session.reserveSerials(total);
  const window = new PartWindow(
    {
      total,
      done: continues ? target.parts_done : 0,
      width: limits.firmwareWindow,
      waitMs: limits.commandPartsMs,
      maxResends: limits.firmwareResends,
      send: (index) => sendPart(session, body, firstSerial, index),
    },
    startAt,
  );
  window.fill();
  const state = (): TransferState => (window.isComplete ? 'sent' : 'active');
  return {
    target,
    session,
    progress: () => ({ parts: total, partsDone: window.done, firstSerial }),
    acknowledge: ({ messageId, serial, result }, now) => {
      const index = (serial - firstSerial) & 0xffff;
      if (messageId !== UPGRADE || index >= total) return null;
      if (result !== 0) return 'refused';
      window.acknowledge(index, now);
      return state();
    },
    resend: (serial, indexes, now) => {
      if (serial !== firstSerial) return false;
      window.resend(
        indexes.map((index) => index - 1),
        now,
      );
      return true;
    },
    sweep: (now) => (window.sweep(now) === 'silent' ? 'silent' : state()),
  };
}

/** Sends the address of the file by 0x8105. The download itself is an HTTP request. */
export function startDownload({ target, session, limits, now: startAt }: Options, address: string): Transfer {
  const { hostname, port, protocol } = new URL(address);
  const tcpPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  const minutes = Math.ceil(limits.firmwareResultMs / MINUTE_MS);
  // address, access point, user, password, server, ports, maker, hardware, version, time limit
  const parameters = [address, '', '', '', hostname, tcpPort, '0', target.maker, '', target.version, minutes].join(';');
  const send = () => session.send({ type: 'terminalControl', body: { command: DOWNLOAD_COMMAND, parameters } });
  let serial = send();
  let sends = 1;
  let nextAt = startAt + limits.firmwareAnswerMs;
  return {
    target,
    session,
    progress: () => ({ parts: 1, partsDone: 0, firstSerial: serial }),
    acknowledge: (ack) => {
      if (ack.messageId !== CONTROL || ack.serial !== serial) return null;
      return ack.result === 0 ? 'sent' : 'refused';
    },
    resend: () => false,
    sweep: (now) => {
      if (now < nextAt) return 'active';
      if (sends++ > limits.firmwareResends) return 'silent';
      serial = send();
      nextAt = now + limits.firmwareAnswerMs;
      return 'active';
    },
  };
}

/** Sends parts of a message that was sent completely, by their indexes from 1 on. */
export function resendParts(session: Session, body: Uint8Array, firstSerial: number, indexes: readonly number[]): void {
  const total = countParts(body);
  for (const index of indexes) if (index >= 1 && index <= total) sendPart(session, body, firstSerial, index - 1);
}

const countParts = (body: Uint8Array): number => Math.ceil(body.length / PART_BYTES);

function sendPart(session: Session, body: Uint8Array, firstSerial: number, index: number): void {
  const part = { serial: (firstSerial + index) & 0xffff, total: countParts(body), index: index + 1 };
  session.sendPart(UPGRADE, part, body.subarray(index * PART_BYTES, (index + 1) * PART_BYTES));
}
