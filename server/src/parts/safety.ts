import { getText } from '@fleetwarden/locale/languages';
import { readDataFile } from '../evidence/data-file.ts';
import { createEvidenceServer, type EvidenceServer } from '../evidence/evidence-server.ts';
import { recordingTools } from '../media/recording/tools.ts';
import { createRules } from '../modules/alarm-rules/index.ts';
import { createAlarms, createCaseTransitions } from '../modules/alarms/index.ts';
import { createDetails } from '../modules/details/index.ts';
import { createEducation } from '../modules/education/index.ts';
import { createEvidence, createEvidenceCentre, type EvidenceCentre } from '../modules/evidence/index.ts';
import { createFirmware } from '../modules/firmware/index.ts';
import { createCommon } from '../modules/lookups/index.ts';
import { createMultimedia } from '../modules/media/index.ts';
import { createRegions } from '../modules/region-search/index.ts';
import { createTodayFacts } from '../modules/reports/index.ts';
import { createRisks } from '../modules/risks/index.ts';
import { createSms } from '../modules/sms/index.ts';
import { createTracks } from '../modules/tracks/index.ts';
import { ownAddress } from '../modules/video/index.ts';
import type { Access } from './access.ts';
import type { Foundation } from './foundation.ts';
import type { Live } from './live.ts';
import type { PartsOptions, PartsOverrides, Stops } from './options.ts';
import type { Records } from './records.ts';

export type Safety = ReturnType<typeof createSafety>;

/** Creates vehicle details, tracks, media, firmware and alarms: rules, cases, risks, short messages. */
export function createSafety(
  { db, bus, log, timeZone, publicUrl, signingKey, secretKey, dataDir, fileStore, terminalAccess, now }: PartsOptions,
  { smsProvider, evidenceLimits, mayReach }: PartsOverrides,
  { settings, activeRules, ingest, metrics }: Foundation,
  { identity, dataFiles, jobs, tasks, http }: Access,
  { monitor, commands }: Live,
  { resources, fleet }: Records,
  stops: Stops,
) {
  const { service } = commands;
  const common = { db, bus, log, timeZone, now, getText, tasks, service, scopes: identity.scopes, hub: monitor.hub };
  const media = createMultimedia({ ...common, commands, files: dataFiles.media });
  stops.push(() => media.stop());
  const firmware = createFirmware({
    ...common,
    guard: commands.guard,
    approvalMinutes: () => settings.get('approvalMinutes', null),
    app: http.app,
    files: dataFiles.firmware,
    signingKey,
    publicUrl,
  });
  stops.push(() => firmware.stop());
  const tracks = createTracks({ ...common, media, saveDaysOf: ingest.saveDaysOf });
  const regions = createRegions({ ...common, monitor });
  const rules = createRules({ ...common, activeRules, files: dataFiles.exports });
  const caseTransitions = createCaseTransitions(common);
  let evidenceServer: EvidenceServer | undefined;
  const evidence = createEvidence({
    ...common,
    app: http.app,
    settings: () => settings.of(null),
    renew: identity.renew,
    files: fileStore,
    mediaFiles: dataFiles.media,
    readStates: readDataFile,
    remux: recordingTools.remux,
    signingKey,
    port: () => evidenceServer?.port,
    hostFor: (peerIp) => terminalAccess.host ?? ownAddress(peerIp),
  });
  stops.push(() => evidence.stop());
  evidenceServer = createEvidenceServer({ log, metrics, desk: evidence.desk, limits: evidenceLimits });
  stops.push(() => evidenceServer.stop());
  const today = createTodayFacts({ db, saveDaysOf: ingest.saveDaysOf, timeZone, now });
  const alarms = createAlarms({
    ...common,
    settings,
    caseTransitions,
    jobs,
    evidence,
    today,
    packFiles: (...pack) => evidenceCentre.pack(...pack),
  });
  stops.push(() => alarms.stop());
  const details = createDetails({
    ...fleet,
    ...common,
    serviceUrl: () => settings.get('addressServiceUrl', null),
    cacheDays: () => settings.get('geocodeDays', null),
    mayReach,
    failed: (err) => log.warn({ err }, 'the address service did not answer'),
  });
  const evidenceCentre: EvidenceCentre = createEvidenceCentre({
    ...common,
    alarms: alarms.access,
    removeFiles: evidence.removeFiles,
    settings: () => settings.of(null),
    files: fileStore,
    mediaFiles: dataFiles.media,
    signingKey,
    addressOf: details.addressOf,
    platformNameOf: async (departmentId) => (await settings.brandOf(departmentId)).platName,
  });
  const lists = createCommon();
  const risks = createRisks({ ...common, resources, caseTransitions, outlineOf: lists.outlineOf });
  stops.push(() => risks.stop());
  const sms = createSms({
    ...common,
    settings: () => settings.of(null),
    jobs,
    resources,
    secretKey,
    dataDir,
    app: http.app,
    signingKey,
    publicUrl,
    provider: smsProvider,
  });
  stops.push(() => sms.stop());
  const education = createEducation({
    ...common,
    resources,
    sms,
    files: dataFiles.courses,
    app: http.app,
    signingKey,
    publicUrl,
  });
  return {
    details,
    evidence,
    evidenceCentre,
    evidenceServer,
    media,
    firmware,
    tracks,
    regions,
    rules,
    caseTransitions,
    alarms,
    common: lists,
    risks,
    sms,
    education,
  };
}
