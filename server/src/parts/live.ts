import { getText } from '@fleetwarden/locale/languages';
import { createFtpServer, type FtpServer } from '../ftp/ftp-server.ts';
import { createPassiveAddress } from '../ftp/passive-address.ts';
import { createMediaServer } from '../media/media-server.ts';
import { recordingTools } from '../media/recording/tools.ts';
import { createOpenAlarms } from '../modules/alarms/index.ts';
import { createCommands } from '../modules/commands/index.ts';
import { createMessageCentre } from '../modules/messages/index.ts';
import { createMonitor } from '../modules/monitor/index.ts';
import { createNotices } from '../modules/notices/index.ts';
import { createScreens } from '../modules/screens/index.ts';
import { createVideo, isKnownPhone } from '../modules/video/index.ts';
import { COMMAND_PASSWORD, createFieldEncryption } from '../platform/resources/field-encryption.ts';
import type { Access } from './access.ts';
import type { Foundation } from './foundation.ts';
import type { PartsOptions, PartsOverrides, Stops } from './options.ts';

export type Live = ReturnType<typeof createLive>;

/** Creates what pushes to consoles: vehicles, notices, commands, messages. */
export function createLive(
  { db, bus, log, secretKey, signingKey, timeZone, publicUrl, terminalAccess, fileStore, now }: PartsOptions,
  overrides: PartsOverrides,
  { metrics, settings, ingest }: Foundation,
  { identity, dataFiles, http, tasks }: Access,
  stops: Stops,
) {
  const { scopes, authenticate, renew } = identity;
  const monitor = createMonitor({
    db,
    bus,
    log,
    scopes,
    authenticate,
    renew,
    now,
    app: http.app,
    ...(publicUrl ? { allowedOrigins: [publicUrl] } : {}),
    ...overrides.monitor,
  });
  stops.push(() => monitor.stop());
  const { hub, liveStates, fleet } = monitor;
  const notices = createNotices({ db, hub, scopes, now });
  const commands = createCommands({
    db,
    bus,
    hub,
    log,
    scopes,
    principalOf: identity.principalOf,
    provePassword: identity.provePassword,
    settings: () => settings.of(null),
    encryption: createFieldEncryption(secretKey),
    tasks,
    files: dataFiles.exports,
    getText,
    timeZone,
    now,
  });
  stops.push(() => commands.stop());
  const messages = createMessageCentre({ db, bus, hub, scopes, service: commands.service, now });
  stops.push(() => messages.stop());
  const screens = createScreens({
    db,
    scopes,
    liveStates,
    vehiclesOf: fleet.vehiclesOf,
    saveDaysOf: ingest.saveDaysOf,
    openAlarms: createOpenAlarms(db, now),
    timeZone,
    now,
  });
  const mediaServer = createMediaServer({
    log,
    metrics,
    isKnownSim: (sim) => isKnownPhone(db, sim),
    limits: overrides.mediaLimits,
  });
  stops.push(() => mediaServer.stop());
  const encryption = createFieldEncryption(secretKey);
  let ftpServer: FtpServer | undefined;
  const video = createVideo({
    hub,
    encrypt: (password) => encryption.encrypt(password, COMMAND_PASSWORD),
    createUploadServer: (accounts) => {
      const passiveAddress = createPassiveAddress(() => terminalAccess.host);
      ftpServer = createFtpServer({ log, metrics, accounts, passiveAddress, limits: overrides.ftpLimits });
      return ftpServer;
    },
    uploadLimits: overrides.uploadLimits,
    app: http.app,
    db,
    bus,
    log,
    metrics,
    relay: mediaServer,
    scopes,
    service: commands.service,
    settings: settings.of,
    fileStore,
    tools: recordingTools,
    freeBytes: overrides.freeBytes,
    authenticate,
    renew,
    signingKey,
    publicHost: () => terminalAccess.host,
    publicUrl,
    timeZone,
    now,
  });
  stops.push(() => video.stop());
  stops.push(() => ftpServer?.stop());
  settings.tellConsoles(hub);
  bus.subscribe('task.changed', ({ accountId, news }) => hub.publish({ accountId }, { type: 'task', data: news }));
  return { monitor, notices, commands, messages, screens, mediaServer, ftpServer: ftpServer!, video };
}
