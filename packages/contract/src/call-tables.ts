import { alarmRulesCalls } from './alarm-rules/routes.ts';
import { alarmRulesSchemas } from './alarm-rules/schemas.ts';
import { alarmsCalls } from './alarms/routes.ts';
import { alarmsSchemas } from './alarms/schemas.ts';
import { auditCalls } from './audit/routes.ts';
import { auditSchemas } from './audit/schemas.ts';
import { type Call, defineCalls } from './call.ts';
import { commandsCalls } from './commands/routes.ts';
import { commandsSchemas } from './commands/schemas.ts';
import { detailsCalls } from './details/routes.ts';
import { detailsSchemas } from './details/schemas.ts';
import { educationCalls } from './education/routes.ts';
import { educationSchemas } from './education/schemas.ts';
import { evidenceCalls } from './evidence/routes.ts';
import { evidenceSchemas } from './evidence/schemas.ts';
import { expiryCalls } from './expiry/routes.ts';
import { expirySchemas } from './expiry/schemas.ts';
import { firmwareCalls } from './firmware/routes.ts';
import { firmwareSchemas } from './firmware/schemas.ts';
import { fleetCalls } from './fleet/routes.ts';
import { fleetSchemas } from './fleet/schemas.ts';
import { followUpsCalls } from './follow-ups/routes.ts';
import { followUpsSchemas } from './follow-ups/schemas.ts';
import { geofencesCalls } from './geofences/routes.ts';
import { geofencesSchemas } from './geofences/schemas.ts';
import { roleCalls, roleSFCalls, userCalls, userSFCalls } from './identity/people/routes.ts';
import { roleSchemas, userSchemas } from './identity/people/schemas.ts';
import { identityCalls } from './identity/routes.ts';
import { identitySchemas } from './identity/schemas.ts';
import { installationsCalls } from './installations/routes.ts';
import { installationsSchemas } from './installations/schemas.ts';
import { lookupsCalls } from './lookups/routes.ts';
import { lookupsSchemas } from './lookups/schemas.ts';
import { mediaCalls } from './media/routes.ts';
import { mediaSchemas } from './media/schemas.ts';
import { messagesCalls } from './messages/routes.ts';
import { messagesSchemas } from './messages/schemas.ts';
import { monitorCalls } from './monitor/routes.ts';
import { monitorSchemas } from './monitor/schemas.ts';
import { noticeboardCalls } from './notices/board/routes.ts';
import { noticeboardSchemas } from './notices/board/schemas.ts';
import { noticesCalls } from './notices/routes.ts';
import { noticesSchemas } from './notices/schemas.ts';
import { platformsCalls } from './platforms/routes.ts';
import { platformsSchemas } from './platforms/schemas.ts';
import { quotasCalls } from './quotas/routes.ts';
import { quotasSchemas } from './quotas/schemas.ts';
import { regionSearchCalls } from './region-search/routes.ts';
import { regionSearchSchemas } from './region-search/schemas.ts';
import { regulatorsCalls } from './regulators/routes.ts';
import { regulatorsSchemas } from './regulators/schemas.ts';
import { repairsCalls } from './repairs/routes.ts';
import { repairsSchemas } from './repairs/schemas.ts';
import { reportBatchCalls } from './reports/batch/routes.ts';
import { reportBatchSchemas } from './reports/batch/schemas.ts';
import { companyDocumentsCalls } from './reports/documents/routes.ts';
import { companyDocumentsSchemas } from './reports/documents/schemas.ts';
import { ledgersCalls } from './reports/ledgers/routes.ts';
import { ledgersSchemas } from './reports/ledgers/schemas.ts';
import { namedReportCalls } from './reports/named-reports/routes.ts';
import { namedReportSchemas } from './reports/named-reports/schemas.ts';
import { reportsCalls } from './reports/routes.ts';
import { reportSchedulesCalls } from './reports/schedules/routes.ts';
import { reportSchedulesSchemas } from './reports/schedules/schemas.ts';
import { reportsSchemas } from './reports/schemas.ts';
import { risksCalls } from './risks/routes.ts';
import { risksSchemas } from './risks/schemas.ts';
import { screensCalls } from './screens/routes.ts';
import { screensSchemas } from './screens/schemas.ts';
import { settingsCalls } from './settings/routes.ts';
import { settingsSchemas } from './settings/schemas.ts';
import { smsCalls } from './sms/routes.ts';
import { smsSchemas } from './sms/schemas.ts';
import { tasksCalls } from './tasks/routes.ts';
import { tasksSchemas } from './tasks/schemas.ts';
import { terminalSettingsCalls } from './terminal-settings/routes.ts';
import { terminalSettingsSchemas } from './terminal-settings/schemas.ts';
import { tracksCalls } from './tracks/routes.ts';
import { tracksSchemas } from './tracks/schemas.ts';
import { videoCalls } from './video/routes.ts';
import { videoSchemas } from './video/schemas.ts';

/**
 * All tables of calls by their name in the audit log; resources generate theirs. The server serves only these.
 * Consoles import only the tables that they use.
 */
export const callTables = {
  alarms: defineCalls(alarmsCalls, alarmsSchemas),
  areas: defineCalls(geofencesCalls, geofencesSchemas),
  audit: defineCalls(auditCalls, auditSchemas),
  commands: defineCalls(commandsCalls, commandsSchemas),
  common: defineCalls(lookupsCalls, lookupsSchemas),
  companyDocuments: defineCalls(companyDocumentsCalls, companyDocumentsSchemas),
  details: defineCalls(detailsCalls, detailsSchemas),
  education: defineCalls(educationCalls, educationSchemas),
  evidence: defineCalls(evidenceCalls, evidenceSchemas),
  expiry: defineCalls(expiryCalls, expirySchemas),
  firmware: defineCalls(firmwareCalls, firmwareSchemas),
  followups: defineCalls(followUpsCalls, followUpsSchemas),
  identity: defineCalls(identityCalls, identitySchemas),
  install: defineCalls(installationsCalls, installationsSchemas),
  ledgers: defineCalls(ledgersCalls, ledgersSchemas),
  messages: defineCalls(messagesCalls, messagesSchemas),
  monitor: defineCalls(monitorCalls, monitorSchemas),
  multimedia: defineCalls(mediaCalls, mediaSchemas),
  notice: defineCalls(noticeboardCalls, noticeboardSchemas),
  notices: defineCalls(noticesCalls, noticesSchemas),
  platforms: defineCalls(platformsCalls, platformsSchemas),
  quota: defineCalls(quotasCalls, quotasSchemas),
  regions: defineCalls(regionSearchCalls, regionSearchSchemas),
  regulators: defineCalls(regulatorsCalls, regulatorsSchemas),
  repair: defineCalls(repairsCalls, repairsSchemas),
  // the audit log stores this name
  reportQuestions: defineCalls(namedReportCalls, namedReportSchemas),
  reportBatch: defineCalls(reportBatchCalls, reportBatchSchemas),
  reportSchedules: defineCalls(reportSchedulesCalls, reportSchedulesSchemas),
  reports: defineCalls(reportsCalls, reportsSchemas),
  risks: defineCalls(risksCalls, risksSchemas),
  role: defineCalls(roleCalls, roleSchemas),
  roleSF: defineCalls(roleSFCalls, roleSchemas),
  screens: defineCalls(screensCalls, screensSchemas),
  settings: defineCalls(settingsCalls, settingsSchemas),
  sms: defineCalls(smsCalls, smsSchemas),
  tasks: defineCalls(tasksCalls, tasksSchemas),
  terminalSettings: defineCalls(terminalSettingsCalls, terminalSettingsSchemas),
  tracks: defineCalls(tracksCalls, tracksSchemas),
  user: defineCalls(userCalls, userSchemas),
  userSF: defineCalls(userSFCalls, userSchemas),
  vehicles: defineCalls(fleetCalls, fleetSchemas),
  video: defineCalls(videoCalls, videoSchemas),
  warnSchemes: defineCalls(alarmRulesCalls, alarmRulesSchemas),
} as const satisfies Readonly<Record<string, Readonly<Record<string, Call>>>>;
