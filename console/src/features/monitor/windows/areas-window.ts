import type { ComponentType } from 'react';
import type { Target, Told } from './sent-commands.ts';

/** The window that sends areas to a vehicle: areas are another feature's, what becomes of the commands is shown here. */
export type AreasWindow = ComponentType<{
  readonly vehicle: Target;
  /** Makes a call that sends `cmdCode` and keeps what comes of it in the tray. Rejects as the call does. */
  readonly track: (cmdCode: string, send: () => Promise<{ readonly list: readonly Told[] }>) => Promise<unknown>;
  readonly onClose: () => void;
}>;
