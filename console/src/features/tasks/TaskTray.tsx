import InboxOutlined from '@ant-design/icons/InboxOutlined';
import type { TaskNews } from '@fleetwarden/contract/tasks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import iconButton from '../../ui/IconButton.module.css';
import { useCommonMessage, useLive } from '../../ui/live-context.ts';
import { forgetTasks, hearTask, isUnderWay, loadTasks, useTasks } from '../../ui/tasks.ts';
import { useLeave } from '../../ui/use-leave.ts';
import { ProgressRing } from './ProgressRing.tsx';
import { TaskList } from './TaskList.tsx';
import styles from './TaskTray.module.css';

/** The user's exports and imports that take a while: a ring while one runs, and their list. Not there where there is none. */
export function TaskTray() {
  const { t } = useTranslation();
  const { state } = useLive();
  const tasks = useTasks((store) => store.tasks);
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLeave(root, open, () => setOpen(false));

  const connected = state?.sockets.commonmsg === 'open';
  useEffect(() => {
    // once at the start, and whenever something may have been missed
    if (connected || !useTasks.getState().asked) void loadTasks();
  }, [connected]);
  useEffect(() => forgetTasks, []);
  useCommonMessage('task', (data) => hearTask(data as TaskNews));

  if (tasks.length === 0) return null;
  const underWay = tasks.filter(isUnderWay);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={root} className={styles['root']}>
      <button
        ref={button}
        type="button"
        className={`${iconButton['button']} ${styles['tray']}`}
        aria-label={underWay.length > 0 ? t('tasks.underWay', { count: underWay.length }) : t('tasks.title')}
        title={t('tasks.title')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <InboxOutlined aria-hidden />
        {underWay.length > 0 && <ProgressRing tasks={underWay} />}
      </button>
      {open && <TaskList tasks={tasks} onClose={close} />}
    </div>
  );
}
