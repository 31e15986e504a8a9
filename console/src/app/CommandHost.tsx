import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../ui/lazy-component.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { bufferKeys } from './buffer-keys.ts';
import { runCommand } from './palette-commands.ts';
import { listenForShortcuts } from './shortcuts.ts';
import { useShellCommands } from './use-shell-commands.ts';

const loadPalette = async () => (await import('./CommandPalette.tsx')).CommandPalette;
const CommandPalette = lazyComponent(loadPalette);
const ShortcutHelp = lazyComponent(async () => (await import('./ShortcutHelp.tsx')).ShortcutHelp);

/** Keyboard handling of the shell: registers its commands, listens for shortcuts, opens the palette or the help. */
export function CommandHost() {
  const [shown, setShown] = useState<'palette' | 'help' | null>(null);
  const typed = useRef<() => string>(undefined);
  const palette = useCallback(() => {
    typed.current ??= bufferKeys();
    setShown('palette');
  }, []);
  const takeTyped = useCallback(() => {
    const text = typed.current?.() ?? '';
    typed.current = undefined;
    return text;
  }, []);
  const help = useCallback(() => setShown('help'), []);
  const close = useCallback(() => setShown(null), []);
  useShellCommands({ palette, help });
  useEffect(() => listenForShortcuts(runCommand), []);
  useEffect(() => {
    // a failure is shown when the palette is opened
    const cancel = whenIdle(() => void loadPalette().catch(() => undefined));
    return () => {
      cancel();
      takeTyped();
    };
  }, [takeTyped]);
  return (
    <Suspense fallback={null}>
      {shown === 'palette' && <CommandPalette takeTyped={takeTyped} onClose={close} />}
      {shown === 'help' && <ShortcutHelp onClose={close} />}
    </Suspense>
  );
}
