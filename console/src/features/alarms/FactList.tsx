import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../ui/format.ts';
import styles from './Popups.module.css';
import { factLines, type PopupFacts } from './popup-facts.ts';

/** What is known of an alarm, a line each. */
export function FactList({ facts }: { facts: PopupFacts }) {
  const { t, i18n } = useTranslation();
  return (
    <dl className={styles['facts']}>
      {factLines(t, i18n.language, facts, formatTime(facts.time, i18n.language)).map(([name, text]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
