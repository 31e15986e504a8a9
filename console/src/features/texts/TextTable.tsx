import type { Language } from '@fleetwarden/locale/names';
import { languageNames } from '@fleetwarden/locale/names';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sizes } from '../../ui/theme/theme.ts';
import styles from './TextTable.module.css';
import type { TextRow } from './text-rows.ts';
import type { TextOrder } from './use-texts-url.ts';

const LANGUAGES = Object.keys(languageNames) as Language[];

/** Keys with their texts in every language, side by side or stacked on narrow screens. Only visible rows are rendered. */
export function TextTable(props: { rows: readonly TextRow[]; order: TextOrder; onOrder: (order: TextOrder) => void }) {
  const { rows, order, onOrder } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => sizes.row,
    getItemKey: (index) => rows[index]!.key,
    overscan: 12,
  });

  const head = (column: TextOrder, name: string) => (
    <th key={column} scope="col" aria-sort={order === column ? 'ascending' : 'none'}>
      <button type="button" lang={column === 'key' ? undefined : column} onClick={() => onOrder(column)}>
        {name}
        <span className={styles['order']} aria-hidden="true" />
      </button>
    </th>
  );

  return (
    <div className={styles['scroller']} ref={scroller}>
      <table className={styles['table']} aria-label={t('page.texts')} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {head('key', t('texts.key'))}
            {LANGUAGES.map((language) => head(language, languageNames[language]))}
          </tr>
        </thead>
        <tbody style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => (
            <tr
              key={key}
              aria-rowindex={index + 2}
              data-index={index}
              ref={virtual.measureElement}
              style={{ transform: `translateY(${start}px)` }}
            >
              <th scope="row">{rows[index]!.key}</th>
              {LANGUAGES.map((language) => (
                <Text key={language} language={language} text={rows[index]![language]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Text({ language, text }: { language: Language; text: string }) {
  const { t } = useTranslation();
  return (
    <td data-language={languageNames[language]}>
      {text === '' ? <em>{t('texts.absent')}</em> : <span lang={language}>{text}</span>}
    </td>
  );
}
