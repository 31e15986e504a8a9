import { useTranslation } from 'react-i18next';
import { levelWord } from './alarm-words.ts';
import styles from './LevelWord.module.css';

/** The level of an alarm in a word, in its colour: 1 low, 2 medium, 3 high. */
export function LevelWord({ level }: { level: number }) {
  const { t } = useTranslation();
  return (
    <span className={styles['level']} data-level={level}>
      {levelWord(t, level)}
    </span>
  );
}
