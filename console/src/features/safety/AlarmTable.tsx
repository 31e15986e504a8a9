import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { serverNow } from '../../api/server-clock.ts';
import { LevelWord } from '../../shared/AlarmLevel.tsx';
import { useMayHandle } from '../../shared/alarm-rights.ts';
import { alarmRowToHandle, caseWord, formatAlarmType } from '../../shared/alarm-texts.ts';
import { openAlarmHandling } from '../../shared/open-alarm-handling.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { formatClock, formatDuration, formatFullTime } from '../../ui/format.ts';
import controls from '../../ui/theme/controls.module.css';
import layout from '../../ui/theme/layout.module.css';
import { Panel } from './Panel.tsx';
import styles from './Parts.module.css';
import { type TodayList, useTodayList } from './use-today.ts';

const PAGE = '/activesafety/safetyalarm/safetyalarm';
const NONE = { latest: 'safety.noneToday', overdue: 'safety.noneOverdue' } as const;

const isOpen = ({ state }: AlarmRow): boolean => state === 0 || state === 1 || state === 4;

/** The latest alarms of the scope, or the open ones past their deadline. */
export function AlarmTable({ list, onHandled }: { list: TodayList; onHandled: () => void }) {
  const { t, i18n } = useTranslation();
  const query = useTodayList(list);
  const mayHandle = useMayHandle();
  const overdueFor = ({ dueAt }: AlarmRow) => (dueAt === null ? '-' : formatDuration(t, serverNow() - dueAt));
  const stateOf = (row: AlarmRow) => (row.state === null ? '-' : caseWord(t, row.state));
  return (
    <Panel title={t(`safety.${list}`)} query={query} columns={3} has={(page) => page.list.length > 0} none={t(NONE[list])}>
      {({ list: rows }) => (
        <div className={styles['tableArea']}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">{t('screens.since')}</th>
                <th scope="col">{t('screens.vehicle')}</th>
                <th scope="col">{t('safety.type')}</th>
                <th scope="col">{t('screens.level')}</th>
                <th scope="col">{list === 'overdue' ? t('safety.overdueFor') : t('alarmHistory.state')}</th>
                <th scope="col">
                  <span className={layout['visuallyHidden']}>{t('alarmHistory.handle')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.alarmGid}>
                  <td title={formatFullTime(i18n.language, row.vtime)}>{formatClock(row.vtime)}</td>
                  <td title={`${row.carNo} ${row.deptName} ${row.driver}`}>
                    <PlateTag plate={row.carNo} colour={row.color} />
                  </td>
                  <td title={formatAlarmType(t, row.warnId)}>
                    <Link to={`${PAGE}?alarmGid=${row.alarmGid}`}>{formatAlarmType(t, row.warnId)}</Link>
                  </td>
                  <td>
                    <LevelWord level={row.level} />
                  </td>
                  <td>{list === 'overdue' ? overdueFor(row) : stateOf(row)}</td>
                  <td>
                    {isOpen(row) && mayHandle(row.warnId) && (
                      <button
                        type="button"
                        className={controls['textButton']}
                        data-size="small"
                        onClick={() => void openAlarmHandling([alarmRowToHandle(row)], { onHandled })}
                      >
                        {t('alarmHistory.handle')}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
