import { useTranslation } from 'react-i18next';
import { StateWord } from '../../../ui/StateLabel.tsx';

type Word = 'user.on' | 'user.off' | 'user.isOnline' | 'user.isOffline' | 'user.ok' | 'user.failed';

/** A state of two, as a word and a mark. */
export function UserState({ on, words }: { on: boolean; words: readonly [on: Word, off: Word] }) {
  const { t } = useTranslation();
  return <StateWord on={on}>{t(words[on ? 0 : 1])}</StateWord>;
}
