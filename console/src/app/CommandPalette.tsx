import { permission } from '@fleetwarden/contract/permissions';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay, useSession } from '../api/session.ts';
import type { Arrival } from '../features/monitor/arrival.ts';
import { PlateTag } from '../shared/PlateTag.tsx';
import { StatusMark } from '../shared/StatusMark.tsx';
import styles from './CommandPalette.module.css';
import listbox from './listbox.module.css';
import type { PaletteItem } from './palette-items.ts';
import { usePaletteGroups } from './palette-items.ts';
import { rememberRecent } from './recent.ts';
import { keyName, shortcutOf } from './shortcuts.ts';
import { useListbox } from './use-listbox.ts';
import { useModal } from './use-modal.ts';

/** Command palette: pages, actions and vehicles by keyboard. `takeTyped`: what was typed before it was mounted. */
export function CommandPalette({ takeTyped, onClose }: { takeTyped: () => string; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dialog = useModal(onClose);
  const rows = useRef<HTMLDivElement>(null);
  const userId = useSession(({ userInfo }) => userInfo?.userId ?? '');
  const hint = t(useMay(permission.liveMap) ? 'search.paletteHint' : 'search.paletteHintPages');
  const [text, setText] = useState('');
  useEffect(() => {
    const early = takeTyped();
    setText((before) => early + before);
  }, [takeTyped]);
  const groups = usePaletteGroups(text);
  const items = groups.flatMap((group) => group.items);
  const { active, input, list, option } = useListbox<PaletteItem>({
    label: t('search.palette'),
    placeholder: hint,
    text,
    items,
    onText: setText,
    onChoose: choose,
    closes: ({ key, ctrlKey, metaKey }) => key === 'k' && (ctrlKey || metaKey),
    onClose,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is marked
  useEffect(() => {
    rows.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active, text]);

  function choose(item: PaletteItem) {
    onClose();
    // Vehicles are not remembered: the browser may be shared.
    if (item.kind !== 'vehicle') rememberRecent(userId, item.id);
    if (item.kind === 'command') item.command.run();
    else void navigate(item.path, item.kind === 'vehicle' ? { state: { locate: true } satisfies Arrival } : {});
  }

  return (
    <dialog ref={dialog} className={styles['palette']} aria-label={t('search.palette')}>
      <input {...input} />
      <div ref={rows} {...list} className={`${listbox['list']} ${styles['list']}`}>
        {groups.map(({ key, items: matches }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group the options of a listbox
          <div key={key} role="group" aria-label={t(`search.${key}`)}>
            <p aria-hidden>{t(`search.${key}`)}</p>
            {matches.map((item) => (
              <div key={item.id} {...option(items.indexOf(item))}>
                <ItemText item={item} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={`${listbox['none']} ${styles['none']}`} role="status">
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
