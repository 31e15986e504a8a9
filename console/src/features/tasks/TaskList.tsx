import type { Task } from '@fleetwarden/contract/tasks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFullTime, formatNumber, formatTime } from '../../ui/format.ts';
import { cancelTask, isUnderWay, openTaskFile } from '../../ui/tasks.ts';
import styles from './TaskTray.module.css';

/** The tasks, newest first. */
export const TaskList = ({ tasks }: { tasks: readonly Task[] }) => (
  <ul className={styles['rows']}>
    {tasks.map((task) => (
      <TaskRow key={task.id} task={task} />
    ))}
  </ul>
);

function TaskRow({ task }: { task: Task }) {
  const { t, i18n } = useTranslation();
  const { id, title, state, error, fileName, createdAt, finishedAt } = task;
  const [busy, setBusy] = useState(false);
  const at = finishedAt ?? createdAt;
  const act = async (what: (id: string) => Promise<void>) => {
    setBusy(true);
    await what(id);
    setBusy(false);
  };
  return (
    <li>
      <span className={styles['title']} title={title}>
        {title}
      </span>
      {isUnderWay(task) ? (
        <button type="button" disabled={busy} aria-label={t('tasks.cancelOf', { title })} onClick={() => void act(cancelTask)}>
          {t('tasks.cancel')}
        </button>
      ) : (
        fileName !== null && (
          <button
            type="button"
            disabled={busy}
            aria-label={t('tasks.openFileOf', { title })}
            onClick={() => void act(openTaskFile)}
          >
            {t('tasks.openFile')}
          </button>
        )
      )}
      {state === 'running' && <Progress task={task} />}
      <span className={styles['state']} data-state={state}>
        <StateText task={task} />
        <time dateTime={new Date(at).toISOString()} title={formatFullTime(i18n.language, at)}>
          {formatTime(at)}
        </time>
      </span>
      {error !== null && <p className={styles['error']}>{error}</p>}
    </li>
  );
}

function Progress({ task: { title, done, total } }: { task: Task }) {
  const { t } = useTranslation();
  const known = total !== null && total > 0 ? { value: Math.min(done, total), max: total } : {};
  return <progress className={styles['progress']} aria-label={t('tasks.progress', { title })} {...known} />;
}

/** What a task is at, and how far where it runs. */
function StateText({ task: { state, done, total } }: { task: Task }) {
  const { t, i18n } = useTranslation();
  const said = t(`tasks.${state}`);
  if (state !== 'running' || (done === 0 && total === null)) return <span>{said}</span>;
  const number = (value: number) => formatNumber(i18n.language, value);
  const far =
    total === null
      ? t('tasks.countOnly', { done: number(done) })
      : t('tasks.count', { done: number(done), total: number(total) });
  return (
    <span>
      {said} · {far}
    </span>
  );
}
