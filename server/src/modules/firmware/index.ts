import { buffer } from 'node:stream/consumers';
import type { firmwareCalls } from '@fleetwarden/contract/firmware/routes';
import type { FirmwareNews } from '@fleetwarden/contract/firmware/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { CommandService, Guard } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import { createFirmwareCalls } from './calls.ts';
import { createFirmwareDownloads } from './download.ts';
import { departmentsOf, expireRollouts, listUnread, saveRead } from './rollout-store.ts';

export type FirmwareModule = {
  readonly handlers: Handlers<typeof firmwareCalls>;
  /** The download address of a target's token; null if terminals cannot reach this server. */
  addressOf(token: string): string | null;
  /** The content of a stored file by its name on disk; undefined if it is gone. */
  read(file: string): Promise<Buffer | undefined>;
  /** Ends roll-outs that were not approved in time; each minute. */
  readonly expiring: Job<object>;
  /** Asks upgraded terminals for their version; each minute. */
  readonly reading: Job<object>;
  stop(): void;
};

/** Firmware files, their roll-outs, and downloads by terminals. The gateway sends and records results. */
export function createFirmware(deps: {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly bus: ServerBus;
  readonly hub: Hub;
  readonly scopes: Scopes;
  readonly service: Pick<CommandService, 'targets' | 'sendOwn'>;
  readonly guard: Guard;
  /** How long a roll-out waits for its approval. */
  readonly approvalMinutes: () => Promise<number>;
  readonly files: SignedFiles;
  /** Signs download addresses. */
  readonly signingKey: Buffer;
  readonly publicUrl: string | undefined;
  readonly now: () => number;
}): FirmwareModule {
  const { app, db, bus, hub, scopes, service, files, publicUrl, signingKey, now } = deps;
  const downloads = createFirmwareDownloads({ ...deps, key: signingKey });
  downloads.serve(app);

  const stop = bus.subscribe('firmware.changed', async ({ rolloutIds }) => {
    for (const [departmentId, rows] of Map.groupBy(await departmentsOf(db, rolloutIds), (row) => row.department_id)) {
      const data: FirmwareNews = { rolloutIds: rows.map(({ id }) => String(id)) };
      await hub.publish(
        {
          who: async (user) => user.rights.has(permission.viewFirmware) && (await scopes.of(user.departmentId)).has(departmentId),
        },
        { type: 'firmware', data },
      );
    }
  });

  return {
    handlers: createFirmwareCalls({ ...deps, files, canDownload: publicUrl !== undefined }),
    addressOf: downloads.addressOf,
    read: async (file) => {
      const stored = await files.read(file);
      return stored && buffer(stored.content);
    },
    expiring: {
      kind: 'firmware.expire',
      lane: 'cron',
      payload: z.object({}),
      maxAttempts: 1,
      run: async () => {
        const rolloutIds = await expireRollouts(db, now());
        if (rolloutIds.length > 0) bus.publish('firmware.changed', { rolloutIds });
      },
    },
    reading: {
      kind: 'firmware.read',
      lane: 'cron',
      payload: z.object({}),
      maxAttempts: 1,
      run: async () => {
        const targets = await listUnread(db, now() - DAY_MS);
        // a terminal restarts after its upgrade: the command waits for it
        const wish = { cmdCode: '8107', params: {}, queueOffline: true } as const;
        const sent = await service.sendOwn(
          wish,
          targets.map(({ vehicle_id }) => vehicle_id),
        );
        const commands = new Map(sent.map(({ targId, seqId }) => [Number(targId), Number(seqId)]));
        for (const target of targets) await saveRead(db, target, commands.get(target.vehicle_id) ?? 0);
      },
    },
    stop,
  };
}
