import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { NoticeRecords } from '../modules/notices/index.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Actor } from '../platform/resources/resource.ts';
import { departmentIds, enter } from './entry.ts';
import { COMPANIES } from './fleets.ts';

/** NOTICE_KIND, NOTICE_LEVEL */
const [ANNOUNCEMENT, MAINTENANCE, LAW, BULLETIN] = [1, 2, 3, 4];
const [NORMAL, IMPORTANT] = [1, 2];
const SOUTH = COMPANIES[2];

type DemoNotice = {
  readonly agoH: number | null;
  readonly company?: string;
  readonly kind: number | undefined;
  readonly level: number | undefined;
  readonly title: string;
  readonly content: string;
};

/** Newest first. `agoH`: hours before the demo was made; null: a draft. `company`: for its people alone. */
const NOTICES: readonly DemoNotice[] = [
  {
    agoH: 3,
    kind: BULLETIN,
    level: IMPORTANT,
    title: '关于加强雨雾天气行车安全管理的通知',
    content: `各车队：

据气象部门预报，未来三天部分地区有中到大雨，早晚伴有团雾。请做好以下工作：

1. 出车前检查制动、轮胎、雨刮和灯光，不合格的车辆不得出车。
2. 雨雾天气高速公路行驶速度不超过 80 km/h，能见度低于 200 米时不超过 60 km/h，并开启雾灯和示廓灯。
3. 监控人员加密巡检，对超速、疲劳驾驶报警及时下发提醒并登记处理结果。

安全管理部`,
  },
  {
    agoH: 26,
    kind: LAW,
    level: IMPORTANT,
    title: '疲劳驾驶报警处理要求',
    content: `各监控岗位：

近期抽查发现部分疲劳驾驶报警未在规定时间内处理。自即日起：

1. 收到疲劳驾驶报警后 5 分钟内联系驾驶员，确认已就近进入服务区休息。
2. 连续驾驶 4 小时必须停车休息 20 分钟以上，夜间（22:00 至次日 6:00）按 2 小时执行。
3. 每班交接时核对未处理报警，做到当班报警当班清。

运营调度中心`,
  },
  {
    agoH: 75,
    kind: MAINTENANCE,
    level: NORMAL,
    title: '平台例行维护公告',
    content: `尊敬的用户：

平台将于本周日凌晨 2:00 至 4:00 进行例行维护。维护期间页面可能短暂无法访问，终端数据会在恢复后自动补传，不影响轨迹和报警记录。

给您带来不便，敬请谅解。

平台运维组`,
  },
  {
    agoH: 120,
    company: SOUTH,
    kind: BULLETIN,
    level: NORMAL,
    title: '华南公司安全例会安排',
    content: `各车队：

本月安全例会定于每周三 15:00 在公司三楼会议室召开，请车队长和安全员准时参加。

会前请准备本车队的超速、疲劳驾驶报警处理情况和车辆年检到期清单。

华南公司安全部`,
  },
  {
    agoH: null,
    kind: ANNOUNCEMENT,
    level: NORMAL,
    title: '车载终端固件升级计划（征求意见）',
    content: `各公司：

拟于下月分批升级车载终端固件，升级期间单车离线约 10 分钟。请于本周五前反馈不宜升级的时段。

平台运维组`,
  },
];

/** Enters the demo's notices: each as it would have been written and published then. */
export async function enterDemoNotices(
  tx: Queryable,
  by: Actor,
  { notices, now }: { readonly notices: Pick<NoticeRecords, 'store' | 'publish'>; readonly now: number },
): Promise<void> {
  const idOf = await departmentIds(tx, by.departmentId);
  const oldestFirst = NOTICES.toReversed();
  const ids = await enter(
    tx,
    notices.store,
    oldestFirst.map(({ title, content, kind, level, company }) => ({
      noticeTitle: title,
      noticeContent: content,
      scope: 1,
      kind,
      level,
      deptId: idOf.get(company ?? '') ?? by.departmentId,
    })),
    by,
  );
  for (const [at, { agoH }] of oldestFirst.entries())
    if (agoH !== null) await notices.publish(tx, [ids[at]!], by.departmentId, now - agoH * HOUR_MS);
}
