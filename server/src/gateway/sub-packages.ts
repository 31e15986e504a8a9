import { type Accepted, type Header, Reassembler } from '@fleetwarden/protocol/jt808';
import type { TerminalMessageStore } from '../ingest/terminal-message-store.ts';
import type { Log } from '../platform/observe/log.ts';
import type { GatewayLimits } from './limits.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

type Deps = {
  readonly limits: GatewayLimits;
  readonly sessions: Sessions;
  readonly terminalMessages: TerminalMessageStore;
  readonly log: Log;
};

type Terminal = { readonly reassembler: Reassembler; readonly vehicleId: number; session: Session };

/**
 * Sub-packaged messages of all terminals. They belong to the terminal, not to its connection: after a reconnection it
 * continues where it was, and parts repeated there are recognized.
 */
export class SubPackages {
  readonly #deps: Deps;
  /** By phone number, in the order of the last sub-package, oldest first. */
  readonly #terminals = new Map<string, Terminal>();
  #bytes = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Adds a sub-package of a live session. */
  accept(session: Session, header: Header, body: Uint8Array, now: number): Accepted {
    const vehicleId = session.entry!.vehicleId!;
    let terminal = this.#terminals.get(session.phone);
    if (terminal?.vehicleId !== vehicleId) {
      this.forget(session.phone);
      terminal = { reassembler: this.#createReassembler(), vehicleId, session };
    }
    if (terminal.session !== session) {
      terminal.reassembler.interrupt();
      terminal.session = session;
    }
    this.#terminals.delete(session.phone);
    this.#terminals.set(session.phone, terminal);
    const before = terminal.reassembler.bytes;
    const accepted = terminal.reassembler.accept(header, body, now);
    this.#bytes += terminal.reassembler.bytes - before;
    this.#limitMemory(terminal);
    return accepted;
  }

  /** Forgets the sub-packages of a phone number, because another device has it now. */
  forget(phone: string): void {
    this.#bytes -= this.#terminals.get(phone)?.reassembler.bytes ?? 0;
    this.#terminals.delete(phone);
  }

  /** Requests missing sub-packages, and stores what was received of messages that stay incomplete. Call it periodically. */
  sweep(now: number): void {
    for (const [phone, terminal] of this.#terminals) {
      const { reassembler, vehicleId } = terminal;
      const session = this.#deps.sessions.findByVehicle(vehicleId);
      const before = reassembler.bytes;
      for (const { header, firstSerial, missing, dropped } of reassembler.sweep(now, session !== undefined)) {
        if (dropped === null) session?.send({ type: 'platformResend', body: { serial: firstSerial, indexes: [...missing] } });
        else this.#keepIncomplete(vehicleId, header, dropped, now);
      }
      this.#bytes += reassembler.bytes - before;
      if (reassembler.empty) this.#terminals.delete(phone);
    }
  }

  #keepIncomplete(vehicleId: number, { id, serial }: Header, body: Uint8Array, receivedAt: number): void {
    this.#deps.terminalMessages
      .keep({ vehicleId, receivedAt, messageId: id, serial, reason: 'incomplete', subType: null, body })
      .catch((error: unknown) => this.#deps.log.warn({ err: error, vehicleId, id }, 'incomplete message not stored'));
  }

  /** Forgets the terminals that were quiet for longest, if all together hold too much. */
  #limitMemory(keep: Terminal): void {
    for (const [phone, terminal] of this.#terminals) {
      if (this.#bytes <= this.#deps.limits.subPackageTotalBytes || terminal === keep) return;
      this.forget(phone);
    }
  }

  #createReassembler(): Reassembler {
    const { limits } = this.#deps;
    return new Reassembler({
      timeoutMs: limits.subPackageMs,
      askAfterMs: limits.subPackageAskMs,
      maxAsks: limits.subPackageAsks,
      maxBytes: limits.subPackageBytes,
      maxGroups: limits.subPackageGroups,
    });
  }
}
