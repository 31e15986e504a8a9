import { CodecError } from '@fleetwarden/protocol/codec';
import type { Content } from '@fleetwarden/protocol/jt809';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { FieldEncryption } from '../platform/resources/field-encryption.ts';
import type { MainLink } from './main-link.ts';
import type { Superior } from './superiors.ts';
import { type BoundVehicle, loadIntroductions } from './vehicles.ts';

/** A vehicle, and its registration messages that were sent over this link, by type. Empty: none. */
export type Introduced = { vehicle: BoundVehicle; readonly introductions: Map<string, string> };

export const isNew = ({ introductions }: Introduced): boolean => introductions.size === 0;

/**
 * Returns a function that sends the new and changed registration messages of vehicles to a superior platform. The calls run one after
 * the other, because the last message is valid; each selects its vehicles when it starts. Rejects without a database.
 */
export function createIntroducer(deps: {
  readonly db: Db;
  readonly encryption: Pick<FieldEncryption, 'decrypt'>;
  readonly superior: Superior;
  readonly main: MainLink;
  readonly log: Log;
  /** Increases when the link goes down: what was loaded before is stale. */
  readonly round: () => number;
}): (selectVehicles: () => readonly Introduced[]) => Promise<void> {
  const { db, encryption, superior, main, log, round } = deps;
  let last: Promise<void> = Promise.resolve();

  const sendIfChanged = (content: Content, sent: Map<string, string>) => {
    const json = JSON.stringify(content);
    if (sent.get(content.type) === json) return;
    sent.set(content.type, json);
    try {
      main.send(content);
    } catch (err) {
      if (!(err instanceof CodecError)) throw err;
      log.warn(
        { err, message: content.type, superior: superior.id },
        'registration of a vehicle at a superior platform cannot be encoded',
      );
    }
  };
  const introduce = async (selected: readonly Introduced[]) => {
    if (selected.length === 0) return;
    const startRound = round();
    const messages = await loadIntroductions(
      db,
      encryption,
      superior,
      selected.map(({ vehicle }) => vehicle),
    );
    if (startRound !== round()) return;
    for (const { vehicle, introductions } of selected)
      for (const content of messages.get(vehicle.id) ?? []) sendIfChanged(content, introductions);
  };

  return (selectVehicles) => {
    last = last.catch(() => undefined).then(() => introduce(selectVehicles()));
    return last;
  };
}
