import { insertNotice } from '../areas/notices/index.ts';
import { type Db, json, sql } from '../platform/db/database.ts';

/** Setting of a database whose demo notices were entered: what an operator revokes stays away. */
const SETTING = 'demo.notices';
const HOUR_MS = 3_600_000;

/** Newest first; `agoH`: hours before the demo was made. */
const NOTICES = [
  {
    agoH: 3,
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
    title: '平台例行维护公告',
    content: `尊敬的用户：

平台将于本周日凌晨 2:00 至 4:00 进行例行维护。维护期间页面可能短暂无法访问，终端数据会在恢复后自动补传，不影响轨迹和报警记录。

给您带来不便，敬请谅解。

平台运维组`,
  },
] as const;

/** Enters the demo's notices for everybody below its root department, once. */
export async function enterDemoNotices(db: Db, rootDepartmentId: number, now: number = Date.now()): Promise<void> {
  await db.transaction(async (tx) => {
    const first = await tx.run(
      sql`insert into setting (key, value) values (${SETTING}, ${json(true)}::jsonb) on conflict do nothing`,
    );
    if (first === 0) return;
    for (const { agoH, title, content } of NOTICES)
      await insertNotice(tx, {
        departmentId: rootDepartmentId,
        title,
        content,
        publishedAt: now - agoH * HOUR_MS,
        expiresAt: null,
        createdBy: null,
      });
  });
}
