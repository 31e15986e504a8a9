import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../../map/use-address.ts';
import { formatTime } from '../../../ui/format.ts';
import styles from '../popups/Popups.module.css';
import { factLines, type PopupFacts } from '../popups/popup-facts.ts';

/** In a storm one alarm makes room for the next sooner than this: no address is asked for that nobody reads. */
const READ_AFTER_MS = 300;

/** What is known of an alarm, a line each; keyed by its alarm, or another's address would stand in it for a moment. */
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
