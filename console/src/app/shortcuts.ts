import { takesText } from '../shared/accepts-text.ts';

/** Keys of a shortcut in sequence; 'mod' is ⌘ on a Mac, Ctrl elsewhere. */
type Shortcut = { readonly keys: readonly string[]; readonly command: string };

/** All shortcuts; each works while its command is available (commands.ts), and the help lists it then. */
export const shortcuts = [
  { keys: ['mod+k'], command: 'palette.open' },
  { keys: ['/'], command: 'search.open' },
  { keys: ['?'], command: 'help.open' },
  { keys: ['g', 'm'], command: 'go.monitoring' },
  { keys: ['g', 'h'], command: 'go.home' },
  { keys: ['['], command: 'sidebar.toggle' },
  { keys: ['f'], command: 'fullscreen.toggle' },
] as const satisfies readonly Shortcut[];

/** Maximum time between the keys of 'g m'. */
const SEQUENCE_MS = 1_000;

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Labels of keys that are neither letters nor signs, in every language. */
const PRINTED: Readonly<Record<string, string>> = { up: '↑', down: '↓', enter: 'Enter', escape: 'Esc' };

/** The label of a key: 'mod+k' is 'Ctrl + K' or '⌘ + K'. */
export function keyName(key: string): string {
  return key
    .split('+')
    .map((part) => {
      if (part === 'mod') return isMac() ? '⌘' : 'Ctrl';
      return PRINTED[part] ?? (/^[a-z]$/.test(part) ? part.toUpperCase() : part);
    })
    .join(' + ');
}

/** Whether a dialog is open, which blocks shortcuts. */
function isDialogOpen(): boolean {
  const dialogs = [...document.querySelectorAll<HTMLElement>('dialog[open], [aria-modal="true"]')];
  return dialogs.some((dialog) => dialog.checkVisibility?.() ?? true);
}

/**
 * The pressed keys in the table's notation; '' if unknown. An input method or another alphabet hides the letter (`key` is
 * 'Process' or 'ㅡ'): then the physical key counts.
 */
function pressed(event: KeyboardEvent): string {
  if (event.altKey) return '';
  const mod = isMac() ? event.metaKey : event.ctrlKey;
  if (!mod && (event.metaKey || event.ctrlKey)) return '';
  const key = /^[!-~]$/.test(event.key) ? event.key.toLowerCase() : byPlace(event);
  return mod && key !== '' ? `mod+${key}` : key;
}

function byPlace({ code, shiftKey }: KeyboardEvent): string {
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return code === 'BracketLeft' && !shiftKey ? '[' : '';
}

/**
 * Listens for shortcuts until the returned function is called. `run` returns whether the command was available; other keys stay
 * with the browser. Inactive while typing or in dialogs, except combinations with Ctrl or ⌘ in inputs.
 */
export function listenForShortcuts(run: (command: string) => boolean): () => void {
  let typed: string[] = [];
  let lastAt = 0;

  const handle = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    const key = pressed(event);
    if (key === '' || (takesText(event.target) && !key.startsWith('mod+')) || isDialogOpen()) return;
    typed = event.timeStamp - lastAt > SEQUENCE_MS ? [key] : [...typed, key];
    lastAt = event.timeStamp;
    const begun = (keys: readonly string[], wanted: readonly string[]) => keys.every((one, at) => one === wanted[at]);
    // 'x g m' is 'g m' after a slip.
    while (typed.length > 0 && !shortcuts.some(({ keys }) => begun(typed, keys))) typed = typed.slice(1);
    const shortcut = shortcuts.find(({ keys }) => keys.length === typed.length && begun(typed, keys));
    if (!shortcut) return;
    typed = [];
    if (run(shortcut.command)) event.preventDefault();
  };

  addEventListener('keydown', handle);
  return () => removeEventListener('keydown', handle);
}

/** The key labels of a command in order; empty without a shortcut. */
export function shortcutOf(command: string): readonly string[] {
  return shortcuts.find((shortcut) => shortcut.command === command)?.keys.map(keyName) ?? [];
}
