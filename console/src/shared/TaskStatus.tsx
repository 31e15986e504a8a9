import type { Task } from '@fleetwarden/contract/tasks/schemas';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../ui/format.ts';

/** The progress of a task, and its total if known. */
export function TaskProgress({ task: { title, done, total }, className }: { task: Task; className?: string | undefined }) {
  const { t } = useTranslation();
  const known = total !== null && total > 0 ? { value: Math.min(done, total), max: total } : {};
  return <progress className={className} aria-label={t('tasks.progress', { title })} {...known} />;
}

/** The state of a task, with progress while it runs. */
export function TaskStateText({ task: { state, done, total } }: { task: Task }) {
  const { t, i18n } = useTranslation();
  const stateText = t(`tasks.${state}`);
  if (state !== 'running' || (done === 0 && total === null)) return <span>{stateText}</span>;
  const number = (value: number) => formatNumber(i18n.language, value);
  const progress =
    total === null
      ? t('tasks.countOnly', { done: number(done) })
      : t('tasks.count', { done: number(done), total: number(total) });
  return (
    <span>
      {stateText} · {progress}
    </span>
  );
}
