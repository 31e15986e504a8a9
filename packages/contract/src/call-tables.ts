import { alarmRulesCalls } from './alarm-rules/schemas.ts';
import { alarmsCalls } from './alarms/schemas.ts';
import { auditCalls } from './audit/schemas.ts';
import type { Call } from './call.ts';
import { commandsCalls } from './commands/schemas.ts';
import { detailsCalls } from './details/schemas.ts';
import { expiryCalls } from './expiry/schemas.ts';
import { fleetCalls } from './fleet/schemas.ts';
import { followUpsCalls } from './follow-ups/schemas.ts';
import { geofencesCalls } from './geofences/schemas.ts';
import { roleCalls, roleSFCalls, userCalls, userSFCalls } from './identity/people/schemas.ts';
import { identityCalls } from './identity/schemas.ts';
import { installationsCalls } from './installations/schemas.ts';
import { lookupsCalls } from './lookups/schemas.ts';
import { mediaCalls } from './media/schemas.ts';
import { messagesCalls } from './messages/schemas.ts';
import { monitorCalls } from './monitor/schemas.ts';
import { noticeboardCalls } from './notices/board/schemas.ts';
import { noticesCalls } from './notices/schemas.ts';
import { platformsCalls } from './platforms/schemas.ts';
import { quotasCalls } from './quotas/schemas.ts';
import { regionSearchCalls } from './region-search/schemas.ts';
import { regulatorsCalls } from './regulators/schemas.ts';
import { repairsCalls } from './repairs/schemas.ts';
import { reportBatchCalls } from './reports/batch/schemas.ts';
import { companyDocumentsCalls } from './reports/documents/schemas.ts';
import { ledgersCalls } from './reports/ledgers/schemas.ts';
import { reportQuestionsCalls } from './reports/questions/schemas.ts';
import { reportSchedulesCalls } from './reports/schedules/schemas.ts';
import { reportsCalls } from './reports/schemas.ts';
import { risksCalls } from './risks/schemas.ts';
import { screensCalls } from './screens/schemas.ts';
import { settingsCalls } from './settings/schemas.ts';
import { tasksCalls } from './tasks/schemas.ts';
import { tracksCalls } from './tracks/schemas.ts';

/**
 * Every table of calls there is, by the name the audit log keeps of it; those of resources follow from their rows. The server
 * serves these and no others; consoles import the tables they use, not all of them.
 */
export const callTables = {
  alarms: alarmsCalls,
  areas: geofencesCalls,
  audit: auditCalls,
  commands: commandsCalls,
  common: lookupsCalls,
  companyDocuments: companyDocumentsCalls,
  details: detailsCalls,
  expiry: expiryCalls,
  followups: followUpsCalls,
  identity: identityCalls,
  install: installationsCalls,
  ledgers: ledgersCalls,
  messages: messagesCalls,
  monitor: monitorCalls,
  multimedia: mediaCalls,
  notice: noticeboardCalls,
  notices: noticesCalls,
  platforms: platformsCalls,
  quota: quotasCalls,
  regions: regionSearchCalls,
  regulators: regulatorsCalls,
  repair: repairsCalls,
  reportQuestions: reportQuestionsCalls,
  reportBatch: reportBatchCalls,
  reportSchedules: reportSchedulesCalls,
  reports: reportsCalls,
  risks: risksCalls,
  role: roleCalls,
  roleSF: roleSFCalls,
  screens: screensCalls,
  settings: settingsCalls,
  tasks: tasksCalls,
  tracks: tracksCalls,
  user: userCalls,
  userSF: userSFCalls,
  vehicles: fleetCalls,
  warnSchemes: alarmRulesCalls,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Call>>>>;
