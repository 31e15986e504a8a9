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
  import type { identityCalls as table } from '@fleetwarden/contract/identity';
  export const identityCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/monitor' {
  import type { CallRows } from 'virtual:calls';
  import type { monitorCalls as table } from '@fleetwarden/contract/monitor';
  export const monitorCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/alarms' {
  import type { CallRows } from 'virtual:calls';
  import type { alarmsCalls as table } from '@fleetwarden/contract/alarms';
  export const alarmsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/settings' {
  import type { CallRows } from 'virtual:calls';
  import type { settingsCalls as table } from '@fleetwarden/contract/settings';
  export const settingsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/audit' {
  import type { CallRows } from 'virtual:calls';
  import type { auditCalls as table } from '@fleetwarden/contract/audit';
  export const auditCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/notices' {
  import type { CallRows } from 'virtual:calls';
  import type { noticesCalls as table } from '@fleetwarden/contract/notices';
  export const noticesCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/screens' {
  import type { CallRows } from 'virtual:calls';
  import type { screensCalls as table } from '@fleetwarden/contract/screens';
  export const screensCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/common' {
  import type { CallRows } from 'virtual:calls';
  import type { commonCalls as table } from '@fleetwarden/contract/common';
  export const commonCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/tasks' {
  import type { CallRows } from 'virtual:calls';
  import type { tasksCalls as table } from '@fleetwarden/contract/tasks';
  export const tasksCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/vehicles' {
  import type { CallRows } from 'virtual:calls';
  import type { vehiclesCalls as table } from '@fleetwarden/contract/vehicles';
  export const vehiclesCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/expiry' {
  import type { CallRows } from 'virtual:calls';
  import type { expiryCalls as table } from '@fleetwarden/contract/expiry';
  export const expiryCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/followups' {
  import type { CallRows } from 'virtual:calls';
  import type { followupsCalls as table } from '@fleetwarden/contract/followups';
  export const followupsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/install' {
  import type { CallRows } from 'virtual:calls';
  import type { installCalls as table } from '@fleetwarden/contract/install';
  export const installCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/ledgers' {
  import type { CallRows } from 'virtual:calls';
  import type { ledgersCalls as table } from '@fleetwarden/contract/ledgers';
  export const ledgersCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/noticeboard' {
  import type { CallRows } from 'virtual:calls';
  import type { noticeboardCalls as table } from '@fleetwarden/contract/noticeboard';
  export const noticeboardCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/repair' {
  import type { CallRows } from 'virtual:calls';
  import type { repairCalls as table } from '@fleetwarden/contract/repair';
  export const repairCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/people' {
  import type { CallRows } from 'virtual:calls';
  import type { peopleCalls as table } from '@fleetwarden/contract/people';
  export const peopleCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/commands' {
  import type { CallRows } from 'virtual:calls';
  import type { commandsCalls as table } from '@fleetwarden/contract/commands';
  export const commandsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/tracks' {
  import type { CallRows } from 'virtual:calls';
  import type { tracksCalls as table } from '@fleetwarden/contract/tracks';
  export const tracksCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/messages' {
  import type { CallRows } from 'virtual:calls';
  import type { messagesCalls as table } from '@fleetwarden/contract/messages';
  export const messagesCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/multimedia' {
  import type { CallRows } from 'virtual:calls';
  import type { multimediaCalls as table } from '@fleetwarden/contract/multimedia';
  export const multimediaCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/details' {
  import type { CallRows } from 'virtual:calls';
  import type { detailsCalls as table } from '@fleetwarden/contract/details';
  export const detailsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/options' {
  import type { CallRow } from 'virtual:calls';
  import type { CallOf } from '@fleetwarden/contract/call';
  import type { RoutePath } from '@fleetwarden/contract/routes';

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
  import type { platformsCalls as table } from '@fleetwarden/contract/platforms';
  export const platformsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/quota' {
  import type { CallRows } from 'virtual:calls';
  import type { quotaCalls as table } from '@fleetwarden/contract/quota';
  export const quotaCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/regulators' {
  import type { CallRows } from 'virtual:calls';
  import type { regulatorsCalls as table } from '@fleetwarden/contract/regulators';
  export const regulatorsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/regions' {
  import type { CallRows } from 'virtual:calls';
  import type { regionsCalls as table } from '@fleetwarden/contract/regions';
  export const regionsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/areas' {
  import type { CallRows } from 'virtual:calls';
  import type { areasCalls as table } from '@fleetwarden/contract/areas';
  export const areasCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/warn-schemes' {
  import type { CallRows } from 'virtual:calls';
  import type { warnSchemesCalls as table } from '@fleetwarden/contract/warn-schemes';
  export const warnSchemesCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/risks' {
  import type { CallRows } from 'virtual:calls';
  import type { risksCalls as table } from '@fleetwarden/contract/risks';
  export const risksCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/company-documents' {
  import type { CallRows } from 'virtual:calls';
  import type { companyDocumentsCalls as table } from '@fleetwarden/contract/company-documents';
  export const companyDocumentsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/report-batch' {
  import type { CallRows } from 'virtual:calls';
  import type { reportBatchCalls as table } from '@fleetwarden/contract/report-batch';
  export const reportBatchCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/report-questions' {
  import type { CallRows } from 'virtual:calls';
  import type { reportQuestionsCalls as table } from '@fleetwarden/contract/report-questions';
  export const reportQuestionsCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/report-schedules' {
  import type { CallRows } from 'virtual:calls';
  import type { reportSchedulesCalls as table } from '@fleetwarden/contract/report-schedules';
  export const reportSchedulesCalls: CallRows<typeof table>;
}

declare module 'virtual:calls/reports' {
  import type { CallRows } from 'virtual:calls';
  import type { reportsCalls as table } from '@fleetwarden/contract/reports';
  export const reportsCalls: CallRows<typeof table>;
}
