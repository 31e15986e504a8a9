import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './HeaderSearch.module.css';
import listbox from './listbox.module.css';
import type { PageEntry } from './menu-search.ts';
import { registerCommands } from './palette-commands.ts';
import { useListbox } from './use-listbox.ts';
import { useMatches, usePageEntries, usePinyin } from './use-search.ts';

const MAX_HITS = 8;

/** Specification 2.4: fuzzy search over permitted pages by title, group or path; a button that becomes an input. */
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
  const [text, setText] = useState('');
  const hits = useMatches(usePageEntries(), text, MAX_HITS);
  const { input, list, option } = useListbox<PageEntry>({
    label: t('search.open'),
    placeholder: t(usePinyin() ? 'search.hintPinyin' : 'search.hint'),
    text,
    items: hits,
    onText: setText,
    onChoose: choose,
    closes: ({ key }) => key === 'Escape',
    onClose,
  });

  function choose(hit: PageEntry) {
    onClose();
    void navigate(hit.path);
  }

  return (
    <div className={styles['panel']}>
      <input {...input} />
      <div {...list} className={`${listbox['list']} ${styles['hits']}`}>
        {hits.map((hit, at) => (
          <div key={hit.id} {...option(at)}>
            <span>{hit.title}</span>
            <small>{hit.trail.join(' / ')}</small>
          </div>
        ))}
      </div>
      <p className={`${listbox['none']} ${styles['none']}`} role="status">
        {text.trim() !== '' && hits.length === 0 && t('search.none')}
      </p>
    </div>
  );
}
