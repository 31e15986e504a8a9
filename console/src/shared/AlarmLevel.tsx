import { useTranslation } from 'react-i18next';
import styles from './AlarmLevel.module.css';
import { levelWord } from './alarm-texts.ts';

/** The alarm level as a coloured word: 1 low, 2 medium, 3 high. */
export function LevelWord({ level }: { level: number }) {
  const { t } = useTranslation();
  return (
    <span className={styles['level']} data-level={level}>
      {levelWord(t, level)}
    </span>
  );
}
