import { ALARM_CLASSES, type AlarmClassName, classOfType } from '@fleetwarden/contract/alarms/alarm-rights';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/format.ts';
import styles from './AlarmClassFilter.module.css';
import choices from './Choices.module.css';
import type { HiddenClasses, LoadedTrack } from './loaded-track.ts';

/** Switches for the classes of a track's alarms, in list and map; none if all alarms have one class. */
export function AlarmClassFilter(props: {
  track: Pick<LoadedTrack, 'alarms'>;
  hidden: HiddenClasses;
  onHidden: (hidden: HiddenClasses) => void;
}) {
  const { track, hidden, onHidden } = props;
  const { t, i18n } = useTranslation();
  const counts = Object.groupBy(track.alarms, ({ bit }) => classOfType(bit));
  const classes = ALARM_CLASSES.filter((each) => counts[each]);
  if (classes.length < 2) return null;
  const toggle = (name: AlarmClassName) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    onHidden(next);
  };
  return (
    <fieldset className={`${choices['choices']} ${styles['classes']}`} aria-label={t('alarmPopup.filterClass')}>
      {classes.map((name) => (
        <button key={name} type="button" aria-pressed={!hidden.has(name)} onClick={() => toggle(name)}>
          {t(`alarmPopup.group_${name}`)} <span>{formatNumber(i18n.language, counts[name]!.length)}</span>
        </button>
      ))}
    </fieldset>
  );
}
