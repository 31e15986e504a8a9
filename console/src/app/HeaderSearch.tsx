import SearchOutlined from '@ant-design/icons/SearchOutlined';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconButton } from '../ui/IconButton.tsx';
import { registerCommands } from './commands.ts';
import styles from './HeaderSearch.module.css';
import type { PageEntry } from './menu-search.ts';
import { useFound, usePageEntries, usePinyin } from './use-search.ts';

const MOST_HITS = 8;

/** Specification 2.4: finds the pages the user may open, fuzzily, by title, group or path; a button that becomes an input. */
export function HeaderSearch() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => registerCommands([{ id: 'search.open', title: (text) => text('search.open'), run: () => setOpen(true) }]), []);

  useEffect(() => {
    if (!open) return;
    const leave = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [open]);

  function close() {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  }

  return (
    <div ref={root} className={styles['root']}>
      <IconButton label={t('search.open')} icon={<SearchOutlined />} expanded={open} onClick={() => setOpen(!open)} />
      {open && <SearchInput onClose={close} />}
    </div>
  );
}

function SearchInput({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const hits = useFound(usePageEntries(), text, MOST_HITS);
  const hint = t(usePinyin() ? 'search.hintPinyin' : 'search.hint');
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  function choose(hit: PageEntry | undefined) {
    if (!hit) return;
    onClose();
    void navigate(hit.path);
  }

  function handleKey(event: KeyboardEvent) {
    // Enter and arrows inside an input method choose its words.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') choose(hits[active]);
    else if (step && hits.length > 0) setActive((active + step + hits.length) % hits.length);
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles['panel']}>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={t('search.open')}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={hits[active] ? `${id}${active}` : undefined}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={handleKey}
      />
      <div id={`${id}list`} className={styles['hits']} role="listbox" aria-label={t('search.results')}>
        {hits.map((hit, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as a combobox has them
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input; aria-activedescendant points here
          <div key={hit.id} id={`${id}${at}`} role="option" aria-selected={at === active} onClick={() => choose(hit)}>
            <span>{hit.title}</span>
            <small>{hit.trail.join(' / ')}</small>
          </div>
        ))}
      </div>
      <p className={styles['none']} role="status">
        {text.trim() !== '' && hits.length === 0 && t('search.none')}
      </p>
    </div>
  );
}
