import type { TFunction } from 'i18next';
import { create } from 'zustand';

/** An action available everywhere: in the palette, by shortcut and in menus. */
export type Command = {
  /** '<area>.<verb>', used by shortcuts.ts. */
  readonly id: string;
  readonly title: (t: TFunction) => string;
  /** Not in the palette: reachable by shortcut only. */
  readonly unlisted?: true;
  readonly run: () => void;
};

type Registry = { readonly commands: ReadonlyMap<string, Command> };

/** The available commands. */
export const useCommands = create<Registry>(() => ({ commands: new Map() }));

/** Registers commands until the returned function is called; the last registration of an ID wins. */
export function registerCommands(list: readonly Command[]): () => void {
  useCommands.setState(({ commands }) => {
    const next = new Map(commands);
    for (const command of list) next.set(command.id, command);
    return { commands: next };
  });
  return () =>
    useCommands.setState(({ commands }) => {
      const left = [...commands].filter(([, command]) => !list.includes(command));
      return { commands: new Map(left) };
    });
}

/** Runs a command if available; returns whether it was. */
export function runCommand(id: string): boolean {
  const command = useCommands.getState().commands.get(id);
  command?.run();
  return command !== undefined;
}
