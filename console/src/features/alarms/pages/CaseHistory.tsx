import type { CaseEvent } from '@fleetwarden/contract/alarms/alarm-row';
import type { ViewedFiles } from '@fleetwarden/contract/alarms/attachments';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../ui/format.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import layout from '../../../ui/theme/layout.module.css';
import styles from './AlarmPages.module.css';

const ACTIONS = [
  'claimed',
  'released',
  'handled',
  'false',
  'escalated',
  'message',
  'confirmed',
  'reported',
  'answer',
  'reopened',
] as const;
const STATES = [0, 1, 2, 3, 4, 5, 6] as const;
const DEALS = [1, 5, 6] as const;

const actionWord = (t: TFunction, action: string): string => {
  const known = ACTIONS.find((each) => each === action);
  return known ? t(`alarmHistory.act_${known}`) : action;
};

/** The files that the decider of an alarm had looked at; undefined for one without files. */
function viewedText(t: TFunction, language: string, evidence: ViewedFiles | undefined): string | undefined {
  if (!evidence) return undefined;
  const { files, viewed } = evidence;
  if (viewed.length === 0) return t('attachment.viewedNone', { files });
  const names = formatList(
    language,
    viewed.map(({ name }) => name),
  );
  return t('attachment.viewed', { viewed: viewed.length, files, names });
}

/** Details of an event: method, text, notified platforms, result, viewed files and remarks. */
function describeEvent(t: TFunction, language: string, { action, detail }: CaseEvent): string[] {
  const dealType = DEALS.find((each) => each === detail['dealType']);
  const state = action === 'answer' ? STATES.find((each) => each === detail['state']) : undefined;
  return [
    dealType === undefined ? undefined : t(`alarmHistory.deal${dealType}`),
    detail['text'],
    Array.isArray(detail['platforms']) ? formatList(language, detail['platforms']) : undefined,
    state === undefined ? undefined : t(`alarmHistory.command${state}`),
    viewedText(t, language, detail['evidence'] as ViewedFiles | undefined),
    detail['notes'],
  ].filter((word): word is string => typeof word === 'string' && word !== '');
}

/** Events of a case, in order. */
export function CaseHistory({ events }: { events: readonly CaseEvent[] }) {
  const { t, i18n } = useTranslation();
  if (events.length === 0) return <p>{t('alarmHistory.noHistory')}</p>;
  return (
    <ol className={`${layout['plainList']} ${styles['history']}`} aria-label={t('alarmHistory.history')}>
      {events.map((event, place) => {
        const words = describeEvent(t, i18n.language, event);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
          <li key={place}>
            <TimeCell at={event.at} />
            <b>
              {actionWord(t, event.action)} · {event.username === '' ? t('alarmHistory.system') : event.username}
            </b>
            {words.length > 0 && <p>{words.join(' · ')}</p>}
          </li>
        );
      })}
    </ol>
  );
}
