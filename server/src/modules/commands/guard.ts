import type { Confirmation } from '@fleetwarden/contract/commands/schemas';
import { type CommandCode, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { CallError } from '@fleetwarden/contract/errors';
import type { Principal } from '../../platform/http/principal.ts';
import type { Target } from './store.ts';

export type GuardedSend = {
  readonly cmdCode: CommandCode;
  readonly targets: readonly Pick<Target, 'plate'>[];
  readonly confirmation: Confirmation | undefined;
  readonly peerIp: string;
};

/** Protects commands with a danger level. */
export type Guard = {
  /**
   * Compares the confirmation with what would be sent, and checks the password for dangerous commands. Throws CallError
   * confirmationRequired, validation, wrongPassword, tooMany or locked. Resolves to whether a second user must approve.
   */
  confirm(user: Principal, send: GuardedSend): Promise<boolean>;
};

export type GuardDeps = {
  readonly provePassword: (user: Principal, encrypted: string, peerIp: string) => Promise<void>;
  /** Whether dangerous commands need the approval of a second user (platform setting). */
  readonly approval: () => Promise<boolean>;
};

const fault = (path: string, key: string) => new CallError('validation', key, [{ path: `confirmation.${path}`, key }]);

export function createGuard({ provePassword, approval }: GuardDeps): Guard {
  return {
    confirm: async (user, { cmdCode, targets, confirmation, peerIp }) => {
      const { danger } = terminalCommands[cmdCode];
      if (danger === 'none') return false;
      if (confirmation === undefined) throw new CallError('confirmationRequired', cmdCode);
      if (confirmation.cmdCode !== cmdCode) throw fault('cmdCode', 'command.confirmCommand');
      if (confirmation.vehicles !== targets.length) throw fault('vehicles', 'command.confirmVehicles');
      if (targets.length === 1 && confirmation.plate !== targets[0]!.plate) throw fault('plate', 'command.confirmPlate');
      if (danger !== 'dangerous') return false;
      await provePassword(user, confirmation.password ?? '', peerIp);
      return approval();
    },
  };
}
