import { CommandPanel } from './CommandPanel.tsx';
import { SendBody } from './SendBody.tsx';
import { controlCommands } from './setup-pages.ts';
import { useSetup } from './use-setup.ts';
import { useTargets } from './use-targets.ts';

/** Terminal control (0x8105) and the query of attributes (0x8107): a tab of the firmware page. */
export function TerminalControl() {
  const targets = useTargets();
  const { chosen } = targets;
  const setup = useSetup(chosen);
  return (
    <>
      <SendBody targets={targets} setup={setup}>
        <CommandPanel codes={controlCommands} send={setup.send} chosen={chosen} />
      </SendBody>
      {setup.dialog}
    </>
  );
}
