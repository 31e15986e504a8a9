import InboxOutlined from '@ant-design/icons/InboxOutlined';
import type { TaskNews } from '@fleetwarden/contract/tasks/schemas';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetTasks, hearTask, isUnderWay, loadTasks, useTasks } from '../../api/tasks.ts';
import { useCommonMessage, useReopened } from '../../shared/live-context.ts';
import { BarPopup } from '../../ui/BarPopup.tsx';
import { ProgressRing } from './ProgressRing.tsx';
import { TaskList } from './TaskList.tsx';

/** The user's exports and imports: a ring while one is running, and their list. Hidden without tasks. */
export function TaskTray() {
  const { t } = useTranslation();
  const tasks = useTasks((store) => store.tasks);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!useTasks.getState().loaded) void loadTasks();
  }, []);
  useReopened(() => void loadTasks());
  useEffect(() => forgetTasks, []);
  useCommonMessage('task', (data) => hearTask(data as TaskNews));

  if (tasks.length === 0) return null;
  const underWay = tasks.filter(isUnderWay);
  return (
    <BarPopup
      label={underWay.length > 0 ? t('tasks.underWay', { count: underWay.length }) : t('tasks.title')}
      title={t('tasks.title')}
      face={
        <>
          <InboxOutlined aria-hidden />
          {underWay.length > 0 && <ProgressRing tasks={underWay} />}
        </>
      }
      open={open}
      button={button}
      onOpen={setOpen}
    >
      <TaskList tasks={tasks} />
    </BarPopup>
  );
}
