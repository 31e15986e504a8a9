import { terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { JOIN_VEHICLE, requestedVehicles, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, one, some, text, times, users, vehicles } from '../model/filters.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { matchLabels, RULE_BY_HAND } from '../query/labels.ts';

const PAGE = '/report/basicstatementreport';
const TEXT = '8300';
const CODES = Object.keys(terminalCommands);

/** CMD_RESULT of a command `f`: the terminal's answer, or why there is none (contract/commands/schemas). */
export const RESULT = sql`case f.state when 0 then 6 when 1 then 8 when 4 then 4 when 5 then 7 when 3 then
  case f.result_code when 2 then 2 when 3 then 3 when 4020 then 5 when 4023 then 3 else 1 end else 0 end`;
/** MSG_STATE of a command. */
const DELIVERY = sql`case when f.state = 0 then 0 when f.state = 1 then 1 when f.state in (2, 6) then 2 else 3 end`;

/** The alarm scheme that sent a text; null: the platform without one. */
const RULE = sql`case when f.account_id is not null then ${RULE_BY_HAND}::text else (
  select s.name from warn_effect e join warn_scheme s on s.id = e.scheme_id where e.command_id = f.id limit 1) end`;

const FROM = sql`command f ${JOIN_VEHICLE} left join account a on a.id = f.account_id`;
/** `where` of both lists. A waiting command counts by its creation time. */
function narrowed(request: ReportRequest): Sql[] {
  const { from, to } = request.times;
  const senders = request.list('userIds');
  return [
    ...requestedVehicles(request),
    sql`f.created_at >= ${at(from)} and f.created_at < ${at(to)}`,
    ...(senders === null ? [] : [sql`f.account_id = any(${senders.map(Number)}::integer[])`]),
  ];
}
const SENT = {
  sendTime: sql`coalesce(f.sent_at, f.created_at)`,
  userName: sql`a.user_name`,
  ackTime: sql`f.answered_at`,
} as const;

/** Commands and messages to terminals. */
export const commandReports: readonly ReportDefinition[] = [
  {
    id: 401024,
    page: `${PAGE}/commandLog`,
    filters: [company, vehicles, users, times('-1'), text('cmdName'), some('cmdResults', 'CMD_RESULT')],
    columns: [
      'sendTime',
      'deptName',
      'carNo',
      'terminalNo',
      'cmdName',
      'cmdCode',
      'cmdParam',
      'userName',
      'cmdResult',
      'ackTime',
      'ackSec',
    ],
    chart: { type: 'pie', x: 'cmdResult', y: ['count'] },
    order: ['sendTime', 'desc'],
    query: (request) => {
      const results = request.list('cmdResults');
      const name = request.text('cmdName');
      return {
        from: FROM,
        where: [
          ...narrowed(request),
          ...(name === '' ? [] : [sql`f.cmd_code = any(${matchLabels('cmdName', CODES, name)}::text[])`]),
          ...(results === null ? [] : [sql`${RESULT} = any(${results.map(Number)}::integer[])`]),
        ],
        columns: {
          ...VEHICLE_FACTS,
          ...SENT,
          cmdName: sql`f.cmd_code`,
          cmdCode: sql`'0x' || upper(lpad(to_hex(f.message_id), 4, '0'))`,
          cmdParam: sql`jsonb_build_object('code', f.cmd_code, 'params', f.params)`,
          cmdResult: RESULT,
          ackSec: sql`case when f.state in (2, 3, 6) then extract(epoch from f.answered_at - f.sent_at)::float8 end`,
        },
        ids: VEHICLE_IDS,
        tie: [sql`f.id`],
      };
    },
  },
  {
    id: 401025,
    page: `${PAGE}/textMessageRecord`,
    filters: [company, vehicles, users, times('-1'), some('msgForms', 'MSG_FORM'), one('msgState', 'MSG_STATE')],
    columns: [
      'sendTime',
      'deptName',
      'carNo',
      'driverName',
      'msgForm',
      'msgText',
      'smsRule',
      'userName',
      'msgState',
      'ackTime',
      'msgFail',
    ],
    chart: { type: 'pie', x: 'msgState', y: ['count'] },
    order: ['sendTime', 'desc'],
    query: (request) => {
      const forms = request.list('msgForms');
      const state = request.text('msgState');
      return {
        from: FROM,
        where: [
          ...narrowed(request),
          sql`f.cmd_code = ${TEXT}`,
          ...(forms === null
            ? []
            : [
                sql`exists (select from jsonb_array_elements_text(f.params -> 'channels') c where c = any(${[...forms]}::text[]))`,
              ]),
          ...(state === '' ? [] : [sql`${DELIVERY} = ${Number(state)}::integer`]),
        ],
        columns: {
          ...VEHICLE_FACTS,
          ...SENT,
          msgForm: sql`f.params -> 'channels'`,
          msgText: sql`f.params ->> 'text'`,
          smsRule: RULE,
          msgState: DELIVERY,
          msgFail: sql`case when f.state in (3, 4, 5) then ${RESULT} end`,
        },
        ids: VEHICLE_IDS,
        tie: [sql`f.id`],
      };
    },
  },
];
