import { permission } from '@fleetwarden/contract/permissions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { HOME } from '../api/redirect.ts';
import { useMay, useSession } from '../api/session.ts';
import type { Entry, PageEntry } from './menu-search.ts';
import type { Command } from './palette-commands.ts';
import { useCommands } from './palette-commands.ts';
import { readRecent } from './recent.ts';
import { useMatches, usePageEntries } from './use-search.ts';
import type { VehicleHit } from './use-vehicle-hits.ts';
import { useVehicleHits } from './use-vehicle-hits.ts';

/** Maximum rows of pages and commands while searching. */
const MAX_HITS = 8;
const MAX_VEHICLES = 8;

export type PaletteItem =
  | {
      readonly id: string;
      readonly kind: 'page';
      readonly title: string;
      readonly trail: readonly string[];
      readonly path: string;
    }
  | { readonly id: string; readonly kind: 'command'; readonly title: string; readonly command: Command }
  | ({ readonly kind: 'vehicle'; readonly path: string } & VehicleHit);

export type PaletteGroup = {
  readonly key: 'recent' | 'pages' | 'commands' | 'results' | 'vehicles';
  readonly items: readonly PaletteItem[];
};

type CommandEntry = Entry & { readonly command: Command };

const ofPage = ({ id, title, trail, path }: PageEntry): PaletteItem => ({ id, kind: 'page', title, trail, path });
const ofCommand = ({ id, title, command }: CommandEntry): PaletteItem => ({ id, kind: 'command', title, command });
const ofVehicle = (hit: VehicleHit): PaletteItem => ({
  ...hit,
  id: `vehicle:${hit.id}`,
  kind: 'vehicle',
  path: `${HOME}?sel=${encodeURIComponent(hit.id)}`,
});

/** The palette's rows: without text the recent ones and everything; with text the matches: pages and commands together, best first, and vehicles. */
export function usePaletteGroups(text: string): readonly PaletteGroup[] {
  const { t } = useTranslation();
  const userId = useSession(({ userInfo }) => userInfo?.userId ?? '');
  const commands = useCommands((state) => state.commands);
  const pages = usePageEntries();
  const commandEntries = useMemo(
    () =>
      [...commands.values()]
        .filter(({ unlisted }) => !unlisted)
        .map((command): CommandEntry => ({ id: `command:${command.id}`, title: command.title(t), words: [], command })),
    [commands, t],
  );
  const entries = useMemo(() => [...pages, ...commandEntries], [pages, commandEntries]);
  const matches = useMatches<PageEntry | CommandEntry>(entries, text, MAX_HITS);
  const vehicles = useVehicleHits(text, useMay(permission.liveMap), MAX_VEHICLES);

  if (text.trim() === '') {
    const all = new Map([...pages.map(ofPage), ...commandEntries.map(ofCommand)].map((item) => [item.id, item]));
    const recent = readRecent(userId).flatMap((id) => all.get(id) ?? []);
    for (const { id } of recent) all.delete(id);
    const left = [...all.values()];
    return filled([
      { key: 'recent', items: recent },
      { key: 'pages', items: left.filter(({ kind }) => kind === 'page') },
      { key: 'commands', items: left.filter(({ kind }) => kind === 'command') },
    ]);
  }
  const found: PaletteGroup = {
    key: 'results',
    items: matches.map((entry) => ('command' in entry ? ofCommand(entry) : ofPage(entry))),
  };
  const fleet: PaletteGroup = { key: 'vehicles', items: vehicles.map(ofVehicle) };
  // Digits mean a plate: no page name has any.
  return filled(/\d/.test(text) ? [fleet, found] : [found, fleet]);
}

const filled = (groups: readonly PaletteGroup[]) => groups.filter(({ items }) => items.length > 0);
