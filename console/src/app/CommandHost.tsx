import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { runCommand } from './palette-commands.ts';
import { listenForShortcuts } from './shortcuts.ts';
import { useShellCommands } from './use-shell-commands.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }));
const ShortcutHelp = lazy(async () => ({ default: (await import('./ShortcutHelp.tsx')).ShortcutHelp }));

/** Keyboard handling of the shell: registers its commands, listens for shortcuts, opens the palette or the help. */
export function CommandHost() {
  const [shown, setShown] = useState<'palette' | 'help' | null>(null);
  const palette = useCallback(() => setShown('palette'), []);
  const help = useCallback(() => setShown('help'), []);
  const close = useCallback(() => setShown(null), []);
  useShellCommands({ palette, help });
  useEffect(() => listenForShortcuts(runCommand), []);
  return (
    <Suspense fallback={null}>
      {shown === 'palette' && <CommandPalette onClose={close} />}
      {shown === 'help' && <ShortcutHelp onClose={close} />}
    </Suspense>
  );
}
