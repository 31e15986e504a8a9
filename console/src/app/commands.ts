import type { TFunction } from 'i18next';
import { create } from 'zustand';

/** Something the user can have done from anywhere: the palette, a shortcut and a menu all take it from here. */
export type Command = {
  /** '<area>.<verb>'; shortcuts.ts names commands by it. */
  readonly id: string;
  readonly title: (t: TFunction) => string;
  /** Not offered in the palette: reachable by its shortcut alone. */
  readonly unlisted?: true;
  readonly run: () => void;
};

type Registry = { readonly commands: ReadonlyMap<string, Command> };

/** What can be commanded now. */
export const useCommands = create<Registry>(() => ({ commands: new Map() }));

/** Offers commands until the returned function is called; whoever offers an id last is the one that runs. */
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

/** Runs a command if it is offered; returns whether it was. */
export function runCommand(id: string): boolean {
  const command = useCommands.getState().commands.get(id);
  command?.run();
  return command !== undefined;
}
