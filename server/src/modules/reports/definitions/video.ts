import { sql } from '../../../platform/db/database.ts';
import { inTimes, requestedNumbers, whereAmong } from '../facts/row-times.ts';
import { JOIN_VEHICLE, requestedVehicles, secondsBetween, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import { IS_PATROL, VIEW_KIND, VIEW_RESULT } from '../facts/video-views.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { check, company, some, times, users, vehicles } from '../model/filters.ts';

/** Who used the video of vehicles (report catalogue, family 405). */
export const videoReports: readonly ReportDefinition[] = [
  {
    id: 405020,
    page: '/report/caroperationreport/videoUsage',
    filters: [company, vehicles, users, times('-1'), some('viewKinds', 'VIDEO_KIND'), check('patrolOnly')],
    columns: [
      'deptName',
      'carNo',
      'channelNo',
      'viewKind',
      'userName',
      'startTime',
      'endTime',
      'viewSec',
      'flowMb',
      'viewResult',
    ],
    sums: { viewSec: 'sum', flowMb: 'sum' },
    chart: { type: 'bar', x: 'carNo', y: ['flowMb'] },
    order: ['startTime', 'desc'],
    query: (request) => ({
      from: sql`video_view f ${JOIN_VEHICLE} left join account u on u.id = f.account_id`,
      where: [
        ...requestedVehicles(request),
        inTimes(request, sql`f.started_at`),
        ...whereAmong(VIEW_KIND, requestedNumbers(request, 'viewKinds')),
        ...whereAmong(sql`f.account_id`, requestedNumbers(request, 'userIds')),
        ...(request.number('patrolOnly') === 1 ? [IS_PATROL] : []),
      ],
      columns: {
        deptName: VEHICLE_FACTS.deptName,
        carNo: VEHICLE_FACTS.carNo,
        channelNo: sql`f.channel`,
        viewKind: VIEW_KIND,
        // accounts are deleted, their names stay
        userName: sql`coalesce(u.user_name, f.account_name)`,
        startTime: sql`f.started_at`,
        endTime: sql`f.ended_at`,
        viewSec: secondsBetween(sql`f.started_at`, sql`f.ended_at`),
        flowMb: sql`f.bytes / 1048576.0`,
        viewResult: VIEW_RESULT,
      },
      ids: VEHICLE_IDS,
      tie: [sql`f.id`],
    }),
  },
];
