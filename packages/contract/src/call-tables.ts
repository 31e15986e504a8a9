import { alarmsCalls } from './alarms.ts';
import { areasCalls } from './areas.ts';
import { auditCalls } from './audit.ts';
import type { Call } from './call.ts';
import { commandsCalls } from './commands.ts';
import { commonCalls } from './common.ts';
import { companyDocumentsCalls } from './company-documents.ts';
import { detailsCalls } from './details.ts';
import { expiryCalls } from './expiry.ts';
import { followupsCalls } from './followups.ts';
import { identityCalls } from './identity.ts';
import { installCalls } from './install.ts';
import { ledgersCalls } from './ledgers.ts';
import { messagesCalls } from './messages.ts';
import { monitorCalls } from './monitor.ts';
import { multimediaCalls } from './multimedia.ts';
import { noticeboardCalls } from './noticeboard.ts';
import { noticesCalls } from './notices.ts';
import { roleCalls, roleSFCalls, userCalls, userSFCalls } from './people.ts';
import { platformsCalls } from './platforms.ts';
import { quotaCalls } from './quota.ts';
import { regionsCalls } from './regions.ts';
import { regulatorsCalls } from './regulators.ts';
import { repairCalls } from './repair.ts';
import { reportBatchCalls } from './report-batch.ts';
import { reportQuestionsCalls } from './report-questions.ts';
import { reportSchedulesCalls } from './report-schedules.ts';
import { reportsCalls } from './reports.ts';
import { risksCalls } from './risks.ts';
import { screensCalls } from './screens.ts';
import { settingsCalls } from './settings.ts';
import { tasksCalls } from './tasks.ts';
import { tracksCalls } from './tracks.ts';
import { vehiclesCalls } from './vehicles.ts';
import { warnSchemesCalls } from './warn-schemes.ts';

/**
 * Every table of calls there is, by the name the audit log keeps of it; those of resources follow from their rows. The server
 * serves these and no others; consoles import the tables they use, not all of them.
 */
export const callTables = {
  alarms: alarmsCalls,
  areas: areasCalls,
  audit: auditCalls,
  commands: commandsCalls,
  common: commonCalls,
  companyDocuments: companyDocumentsCalls,
  details: detailsCalls,
  expiry: expiryCalls,
  followups: followupsCalls,
  identity: identityCalls,
  install: installCalls,
  ledgers: ledgersCalls,
  messages: messagesCalls,
  monitor: monitorCalls,
  multimedia: multimediaCalls,
  notice: noticeboardCalls,
  notices: noticesCalls,
  platforms: platformsCalls,
  quota: quotaCalls,
  regions: regionsCalls,
  regulators: regulatorsCalls,
  repair: repairCalls,
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
  vehicles: vehiclesCalls,
  warnSchemes: warnSchemesCalls,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Call>>>>;
