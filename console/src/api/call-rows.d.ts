/** What call-table.ts serves: the rows of the contract's call tables, typed from the tables themselves. */

declare module 'virtual:calls' {
  import type { Call } from '@fleetwarden/contract/call';

  /** A call without its schemas; `types` exists for the compiler only and carries what `data` and `reply` are. */
  export type CallRow<C extends Call = Call> = {
    readonly method: Call['method'];
    readonly path: string;
    readonly read?: true;
    readonly signed?: true;
    readonly paged?: true;
    readonly resCode?: true;
    /** Brings a file: pickers refuse a larger one before it is sent. */
    readonly upload?: { readonly maxBytes: number };
    readonly types?: C;
  };

  export type CallRows<Table extends Record<string, Call>> = { readonly [K in keyof Table]: CallRow<Table[K]> };
}

declare module 'virtual:calls/identity' {
  import type { CallRows } from 'virtual:calls';
  import type { identityCalls as table } from '@fleetwarden/contract/identity/schemas';
  export const identityCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/monitor' {
  import type { CallRows } from 'virtual:calls';
  import type { monitorCalls as table } from '@fleetwarden/contract/monitor/schemas';
  export const monitorCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/alarms' {
  import type { CallRows } from 'virtual:calls';
  import type { alarmsCalls as table } from '@fleetwarden/contract/alarms/schemas';
  export const alarmsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/settings' {
  import type { CallRows } from 'virtual:calls';
  import type { settingsCalls as table } from '@fleetwarden/contract/settings/schemas';
  export const settingsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/audit' {
  import type { CallRows } from 'virtual:calls';
  import type { auditCalls as table } from '@fleetwarden/contract/audit/schemas';
  export const auditCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/notices' {
  import type { CallRows } from 'virtual:calls';
  import type { noticesCalls as table } from '@fleetwarden/contract/notices/schemas';
  export const noticesCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/screens' {
  import type { CallRows } from 'virtual:calls';
  import type { screensCalls as table } from '@fleetwarden/contract/screens/schemas';
  export const screensCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/lookups' {
  import type { CallRows } from 'virtual:calls';
  import type { lookupsCalls as table } from '@fleetwarden/contract/lookups/schemas';
  export const lookupsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/tasks' {
  import type { CallRows } from 'virtual:calls';
  import type { tasksCalls as table } from '@fleetwarden/contract/tasks/schemas';
  export const tasksCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/fleet' {
  import type { CallRows } from 'virtual:calls';
  import type { fleetCalls as table } from '@fleetwarden/contract/fleet/schemas';
  export const fleetCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/expiry' {
  import type { CallRows } from 'virtual:calls';
  import type { expiryCalls as table } from '@fleetwarden/contract/expiry/schemas';
  export const expiryCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/follow-ups' {
  import type { CallRows } from 'virtual:calls';
  import type { followUpsCalls as table } from '@fleetwarden/contract/follow-ups/schemas';
  export const followUpsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/installations' {
  import type { CallRows } from 'virtual:calls';
  import type { installationsCalls as table } from '@fleetwarden/contract/installations/schemas';
  export const installationsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/reports/ledgers' {
  import type { CallRows } from 'virtual:calls';
  import type { ledgersCalls as table } from '@fleetwarden/contract/reports/ledgers/schemas';
  export const ledgersCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/notices/board' {
  import type { CallRows } from 'virtual:calls';
  import type { noticeboardCalls as table } from '@fleetwarden/contract/notices/board/schemas';
  export const noticeboardCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/repairs' {
  import type { CallRows } from 'virtual:calls';
  import type { repairsCalls as table } from '@fleetwarden/contract/repairs/schemas';
  export const repairsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/identity/people' {
  import type { CallRows } from 'virtual:calls';
  import type { peopleCalls as table } from '@fleetwarden/contract/identity/people/schemas';
  export const peopleCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/commands' {
  import type { CallRows } from 'virtual:calls';
  import type { commandsCalls as table } from '@fleetwarden/contract/commands/schemas';
  export const commandsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/tracks' {
  import type { CallRows } from 'virtual:calls';
  import type { tracksCalls as table } from '@fleetwarden/contract/tracks/schemas';
  export const tracksCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/messages' {
  import type { CallRows } from 'virtual:calls';
  import type { messagesCalls as table } from '@fleetwarden/contract/messages/schemas';
  export const messagesCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/media' {
  import type { CallRows } from 'virtual:calls';
  import type { mediaCalls as table } from '@fleetwarden/contract/media/schemas';
  export const mediaCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/details' {
  import type { CallRows } from 'virtual:calls';
  import type { detailsCalls as table } from '@fleetwarden/contract/details/schemas';
  export const detailsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/options' {
  import type { CallRow } from 'virtual:calls';
  import type { CallOf } from '@fleetwarden/contract/call';
  import type { RoutePath } from '@fleetwarden/contract/console-routes';

  /** Finds records of a resource to choose from: resource-calls.ts. */
  type OptionCall = CallOf<
    { readonly text?: string; readonly ids?: readonly string[] },
    { readonly list: readonly { readonly id: string; readonly name: string }[] }
  >;
  /** By the resource's name, with the page that keeps it; the rows themselves stay behind. */
  export const optionsCalls: Readonly<Record<string, CallRow<OptionCall> & { readonly page: RoutePath }>>;
}

declare module 'virtual:calls/platforms' {
  import type { CallRows } from 'virtual:calls';
  import type { platformsCalls as table } from '@fleetwarden/contract/platforms/schemas';
  export const platformsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/quotas' {
  import type { CallRows } from 'virtual:calls';
  import type { quotasCalls as table } from '@fleetwarden/contract/quotas/schemas';
  export const quotasCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/regulators' {
  import type { CallRows } from 'virtual:calls';
  import type { regulatorsCalls as table } from '@fleetwarden/contract/regulators/schemas';
  export const regulatorsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/region-search' {
  import type { CallRows } from 'virtual:calls';
  import type { regionSearchCalls as table } from '@fleetwarden/contract/region-search/schemas';
  export const regionSearchCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/geofences' {
  import type { CallRows } from 'virtual:calls';
  import type { geofencesCalls as table } from '@fleetwarden/contract/geofences/schemas';
  export const geofencesCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/alarm-rules' {
  import type { CallRows } from 'virtual:calls';
  import type { alarmRulesCalls as table } from '@fleetwarden/contract/alarm-rules/schemas';
  export const alarmRulesCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/risks' {
  import type { CallRows } from 'virtual:calls';
  import type { risksCalls as table } from '@fleetwarden/contract/risks/schemas';
  export const risksCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/reports/documents' {
  import type { CallRows } from 'virtual:calls';
  import type { companyDocumentsCalls as table } from '@fleetwarden/contract/reports/documents/schemas';
  export const companyDocumentsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/reports/batch' {
  import type { CallRows } from 'virtual:calls';
  import type { reportBatchCalls as table } from '@fleetwarden/contract/reports/batch/schemas';
  export const reportBatchCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/reports/questions' {
  import type { CallRows } from 'virtual:calls';
  import type { reportQuestionsCalls as table } from '@fleetwarden/contract/reports/questions/schemas';
  export const reportQuestionsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/reports/schedules' {
  import type { CallRows } from 'virtual:calls';
  import type { reportSchedulesCalls as table } from '@fleetwarden/contract/reports/schedules/schemas';
  export const reportSchedulesCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/reports' {
  import type { CallRows } from 'virtual:calls';
  import type { reportsCalls as table } from '@fleetwarden/contract/reports/schemas';
  export const reportsCalls: CallRows<typeof table>;
}
