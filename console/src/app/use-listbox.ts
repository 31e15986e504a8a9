import type { ComponentProps, KeyboardEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** More than the longest title or plate. */
const MAX_CHARS = 64;

/** Props for the elements: the field, the list, and each row by its index in `items`. */
type Listbox = {
  readonly active: number;
  readonly input: ComponentProps<'input'>;
  readonly list: ComponentProps<'div'>;
  readonly option: (at: number) => ComponentProps<'div'>;
};

/**
 * An input with a result list (WAI-ARIA combobox and listbox): arrows move, Enter or a click chooses, `closes` tests for closing
 * keys. The focus stays in the field.
 */
export function useListbox<Item>(props: {
  label: string;
  placeholder: string;
  text: string;
  items: readonly Item[];
  onText: (text: string) => void;
  onChoose: (item: Item) => void;
  closes: (event: KeyboardEvent) => boolean;
  onClose: () => void;
}): Listbox {
  const { label, placeholder, text, items, onText, onChoose, closes, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState(0);
  // Results change while typing; keep the index in range.
  const active = Math.min(wanted, Math.max(0, items.length - 1));
  const idOf = (at: number) => `${id}${at}`;
  const listId = `${id}list`;

  useEffect(() => input.current?.focus(), []);

  function choose(at: number) {
    const item = items[at];
    if (item !== undefined) onChoose(item);
  }

  function handleKey(event: KeyboardEvent) {
    // Enter and arrows in an input method choose its words.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (closes(event)) onClose();
    else if (event.key === 'Enter') choose(active);
    else if (step && items.length > 0) setWanted((active + step + items.length) % items.length);
    else return;
    event.preventDefault();
  }

  return {
    active,
    input: {
      ref: input,
      type: 'text',
      role: 'combobox',
      'aria-label': label,
      'aria-expanded': items.length > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': items.length > 0 ? idOf(active) : undefined,
      placeholder,
      autoComplete: 'off',
      spellCheck: false,
      maxLength: MAX_CHARS,
      value: text,
      onChange: (event) => {
        onText(event.target.value);
        setWanted(0);
      },
      onKeyDown: handleKey,
    },
    list: { id: listId, role: 'listbox', 'aria-label': t('search.results') },
    option: (at) => ({ id: idOf(at), role: 'option', 'aria-selected': at === active, onClick: () => choose(at) }),
  };
}
