import { alarmRulesCalls } from './alarm-rules/routes.ts';
import { alarmsCalls } from './alarms/routes.ts';
import { auditCalls } from './audit/routes.ts';
import type { Call } from './call.ts';
import { commandsCalls } from './commands/routes.ts';
import { detailsCalls } from './details/routes.ts';
import { expiryCalls } from './expiry/routes.ts';
import { fleetCalls } from './fleet/routes.ts';
import { followUpsCalls } from './follow-ups/routes.ts';
import { geofencesCalls } from './geofences/routes.ts';
import { roleCalls, roleSFCalls, userCalls, userSFCalls } from './identity/people/routes.ts';
import { identityCalls } from './identity/routes.ts';
import { installationsCalls } from './installations/routes.ts';
import { lookupsCalls } from './lookups/routes.ts';
import { mediaCalls } from './media/routes.ts';
import { messagesCalls } from './messages/routes.ts';
import { monitorCalls } from './monitor/routes.ts';
import { noticeboardCalls } from './notices/board/routes.ts';
import { noticesCalls } from './notices/routes.ts';
import { platformsCalls } from './platforms/routes.ts';
import { quotasCalls } from './quotas/routes.ts';
import { regionSearchCalls } from './region-search/routes.ts';
import { regulatorsCalls } from './regulators/routes.ts';
import { repairsCalls } from './repairs/routes.ts';
import { reportBatchCalls } from './reports/batch/routes.ts';
import { companyDocumentsCalls } from './reports/documents/routes.ts';
import { ledgersCalls } from './reports/ledgers/routes.ts';
import { reportQuestionsCalls } from './reports/questions/routes.ts';
import { reportsCalls } from './reports/routes.ts';
import { reportSchedulesCalls } from './reports/schedules/routes.ts';
import { risksCalls } from './risks/routes.ts';
import { screensCalls } from './screens/routes.ts';
import { settingsCalls } from './settings/routes.ts';
import { tasksCalls } from './tasks/routes.ts';
import { tracksCalls } from './tracks/routes.ts';

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
