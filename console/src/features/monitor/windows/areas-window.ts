import type { ComponentType } from 'react';
import type { CommandUpdate, Target } from '../../../shared/commands/sent-commands.ts';

/** The window that sends geofences to a vehicle, provided by another feature; this one tracks the commands. */
export type AreasWindow = ComponentType<{
  readonly vehicle: Target;
  /** Makes a call that sends `cmdCode` and tracks its commands in the tray. Rejects like the call. */
  readonly track: (cmdCode: string, send: () => Promise<{ readonly list: readonly CommandUpdate[] }>) => Promise<unknown>;
  readonly onClose: () => void;
}>;
