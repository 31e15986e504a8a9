import CloseOutlined from '@ant-design/icons/CloseOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './SearchBox.module.css';

/** Specification: search is debounced. */
const DEBOUNCE_MS = 300;
/** One letter would match half of the fleet. */
const FEWEST = 2;
const CHINESE = /[一-鿿]/;

/**
 * Vehicle search. A single Latin letter or digit waits for a second one; a Chinese character does not. Enter searches at once and
 * takes the first match, Escape clears, Arrow Down moves to the tree.
 */
export function SearchBox(props: { value: string; onSearch: (text: string) => void; onEnter: () => void; onDown: () => void }) {
  const { value, onSearch, onEnter, onDown } = props;
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const searched = useRef(value);

  useEffect(() => () => clearTimeout(timer.current), []);
  // The URL changed by other means: back, forward, or clearing the filters.
  useEffect(() => {
    if (value !== searched.current) setText(value);
    searched.current = value;
  }, [value]);

  function search(wish: string) {
    clearTimeout(timer.current);
    const enough = wish.trim().length >= FEWEST || CHINESE.test(wish);
    searched.current = enough ? wish.trim() : '';
    onSearch(searched.current);
  }

  function handleChange(wish: string) {
    setText(wish);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(wish), DEBOUNCE_MS);
  }

  function clear() {
    setText('');
    search('');
  }

  return (
    <div className={styles['box']}>
      <SearchOutlined aria-hidden />
      <input
        type="search"
        aria-label={t('monitor.search')}
        placeholder={t('monitor.searchHint')}
        title={t('monitor.searchHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={32}
        value={text}
        onChange={(event) => handleChange(event.target.value)}
        onKeyDown={(event) => {
          // Enter and arrows in an input method choose its words.
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') clear();
          if (event.key === 'ArrowDown') onDown();
          if (event.key !== 'Enter') return;
          search(text);
          onEnter();
        }}
      />
      {text !== '' && (
        <button type="button" aria-label={t('monitor.clearFilter')} onClick={clear}>
          <CloseOutlined />
        </button>
      )}
    </div>
  );
}
