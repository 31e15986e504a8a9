import { permission } from '@fleetwarden/contract/permissions';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Arrival } from '../features/monitor/arrival.ts';
import { PlateTag } from '../ui/PlateTag.tsx';
import { StatusMark } from '../ui/StatusMark.tsx';
import { useMay, useSession } from '../ui/session.ts';
import styles from './CommandPalette.module.css';
import type { PaletteItem } from './palette-items.ts';
import { usePaletteGroups } from './palette-items.ts';
import { rememberRecent } from './recent.ts';
import { keyName, shortcutOf } from './shortcuts.ts';
import { useModal } from './use-modal.ts';

/** Pages, actions and vehicles from the keyboard: type, choose with the arrows, Enter. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const dialog = useModal(onClose);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const userId = useSession(({ userInfo }) => userInfo?.userId ?? '');
  const hint = t(useMay(permission.monitoring) ? 'search.paletteHint' : 'search.paletteHintPages');
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState(0);
  const groups = usePaletteGroups(text);
  const items = groups.flatMap((group) => group.items);
  // What is found changes while one types; the mark stays inside.
  const active = Math.min(wanted, Math.max(0, items.length - 1));

  useEffect(() => input.current?.focus(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is marked
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active, text]);

  function choose(item: PaletteItem | undefined) {
    if (!item) return;
    onClose();
    // Which vehicles someone looked at is not kept in a shared browser.
    if (item.kind !== 'vehicle') rememberRecent(userId, item.id);
    if (item.kind === 'command') item.command.run();
    else void navigate(item.path, item.kind === 'vehicle' ? { state: { locate: true } satisfies Arrival } : {});
  }

  function handleKey(event: KeyboardEvent) {
    // Enter and arrows inside an input method choose its words.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') choose(items[active]);
    else if (step && items.length > 0) setWanted((active + step + items.length) % items.length);
    else if (event.key === 'k' && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  }

  return (
    <dialog ref={dialog} className={styles['palette']} aria-label={t('search.palette')}>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={t('search.palette')}
        aria-expanded={items.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={items[active] ? `${id}${active}` : undefined}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setWanted(0);
        }}
        onKeyDown={handleKey}
      />
      <div ref={list} id={`${id}list`} className={styles['list']} role="listbox" aria-label={t('search.results')}>
        {groups.map(({ key, items: rows }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group the options of a listbox
          <div key={key} role="group" aria-label={t(`search.${key}`)}>
            <p aria-hidden>{t(`search.${key}`)}</p>
            {rows.map((item) => {
              const at = items.indexOf(item);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as a combobox has them
                // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input; aria-activedescendant points here
                <div key={item.id} id={`${id}${at}`} role="option" aria-selected={at === active} onClick={() => choose(item)}>
                  <ItemText item={item} />
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className={styles['none']} role="status">
        {text.trim() !== '' && items.length === 0 && t('search.paletteNone')}
      </p>
      <footer className={styles['keys']} aria-hidden>
        <span>
          <kbd>{keyName('up')}</kbd>
          <kbd>{keyName('down')}</kbd> {t('search.keyMove')}
        </span>
        <span>
          <kbd>{keyName('enter')}</kbd> {t('search.keyOpen')}
        </span>
        <span>
          <kbd>{keyName('escape')}</kbd> {t('search.keyClose')}
        </span>
      </footer>
    </dialog>
  );
}

function ItemText({ item }: { item: PaletteItem }) {
  if (item.kind === 'vehicle')
    return (
      <>
        <span className={styles['vehicle']}>
          <StatusMark status={item.status} />
          <PlateTag plate={item.plate} colour={item.colour} />
        </span>
        <small>{item.driver}</small>
      </>
    );
  const keys = item.kind === 'command' ? shortcutOf(item.command.id) : [];
  return (
    <>
      <span>{item.title}</span>
      {item.kind === 'page' ? (
        <small>{item.trail.join(' / ')}</small>
      ) : (
        <small>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </small>
      )}
    </>
  );
}
