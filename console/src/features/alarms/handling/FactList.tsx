import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../../map/use-address.ts';
import { formatTime } from '../../../ui/format.ts';
import styles from '../popups/Popups.module.css';
import { factLines, type PopupFacts } from '../popups/popup-facts.ts';

/** Delay before an address is requested, ms: in a storm the next alarm replaces this one sooner. */
const READ_AFTER_MS = 300;

/** Data of an alarm, a row each. Use the alarm as key, or the previous alarm's address shows for a moment. */
export function FactList({ facts }: { facts: PopupFacts }) {
  const { t, i18n } = useTranslation();
  const address = useAddress(facts.lng, facts.lat, undefined, READ_AFTER_MS);
  return (
    <dl className={styles['facts']}>
      {factLines(t, i18n.language, facts, formatTime(facts.time, i18n.language), address).map(([name, text]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
