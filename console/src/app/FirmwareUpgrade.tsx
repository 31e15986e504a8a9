import { FirmwarePage } from '../features/firmware/FirmwarePage.tsx';
import { TerminalControl } from '../features/terminal-settings/TerminalControl.tsx';

/** Firmware with the control of terminals, which belongs to the pages that send commands. */
export function FirmwareUpgrade() {
  return <FirmwarePage control={<TerminalControl />} />;
}
