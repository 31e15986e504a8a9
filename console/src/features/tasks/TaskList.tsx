import type { Task } from '@fleetwarden/contract/tasks/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelTask, isUnderWay, openTaskFile } from '../../api/tasks.ts';
import { TaskProgress, TaskStateText } from '../../shared/TaskStatus.tsx';
import { formatFullTime, formatTime } from '../../ui/format.ts';
import layout from '../../ui/theme/layout.module.css';
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
      <span className={layout['truncated']} title={title}>
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
      {state === 'running' && <TaskProgress task={task} className={styles['progress']} />}
      <span className={styles['state']} data-state={state}>
        <TaskStateText task={task} />
        <time dateTime={new Date(at).toISOString()} title={formatFullTime(i18n.language, at)}>
          {formatTime(at)}
        </time>
      </span>
      {error !== null && <p className={styles['error']}>{error}</p>}
    </li>
  );
}
