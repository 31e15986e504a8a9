import { offeredPermissions } from '@fleetwarden/contract/planned-permissions';
import { Button, Input } from 'antd';
import type { ParseKeys } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import type { TreeModel } from '../../../ui/tree-rows.ts';
import { VirtualTree } from '../../../ui/VirtualTree.tsx';
import styles from './PermissionTree.module.css';
import { filled, heldOf, permissionNodes, shownNodes, toggled } from './permission-nodes.ts';
import { usePermissionSearch } from './use-permission-search.ts';

const NODES = permissionNodes(offeredPermissions);
const GROUPS = NODES.filter(({ end }, at) => end > at + 1).map(({ code }) => code);
const NOTHING: readonly string[] = [];
const MAX_SEARCH = 50;

/** All permissions that have an effect, with check boxes, in groups. Permissions that the user lacks can be removed but not granted. */
export function PermissionTree(props: {
  id?: string;
  value?: readonly string[];
  onChange?: (codes: string[]) => void;
  disabled?: boolean;
}) {
  const { id, value = NOTHING, onChange, disabled = false } = props;
  const { t, i18n } = useTranslation();
  const rights = useSession((state) => state.rights);
  const mine = useMemo(() => new Set<string>(rights ?? []), [rights]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState('');
  const [activeCode, setActive] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language alone
  const names = useMemo(() => NODES.map(({ name }) => t(name as ParseKeys)), [i18n.language]);
  const matches = usePermissionSearch(NODES, names, typed);
  const held = useMemo(() => heldOf(NODES, value), [value]);
  const shown = useMemo(() => shownNodes(NODES, open, matches), [open, matches]);
  const active = shown.findIndex((index) => NODES[index]!.code === activeCode);
  const may = (code: string) => mine.has(code);
  const change = (codes: string[]) => !disabled && onChange?.(codes);

  const model: TreeModel = {
    length: shown.length,
    row: (at) => {
      const index = shown[at]!;
      const { code, level, position, siblings, end } = NODES[index]!;
      return {
        key: code,
        level,
        text: names[index]!,
        open: end > index + 1 ? matches !== null || open.has(code) : undefined,
        checked: held.state(index),
        position,
        siblings,
      };
    },
    parentOf: (at) => shown.indexOf(NODES[shown[at]!]!.parent),
    setOpen: (at, wanted) => {
      const next = new Set(open);
      const { code } = NODES[shown[at]!]!;
      if (wanted) next.add(code);
      else next.delete(code);
      setOpen(next);
    },
    toggleCheck: (at) => change(toggled(NODES, value, shown[at]!, may)),
  };

  function renderRow(at: number) {
    const index = shown[at]!;
    const { code, end } = NODES[index]!;
    const { held: count, all } = held.below(index);
    const isMine = mine.has(code);
    return (
      <>
        <span className={styles['name']} data-beyond={!isMine || undefined} title={isMine ? undefined : t('role.notHeld')}>
          {names[index]}
        </span>
        <span className={styles['code']}>{code}</span>
        {end > index + 1 && (
          <span className={styles['count']}>
            {count}/{all}
          </span>
        )}
      </>
    );
  }

  return (
    <div id={id} className={styles['box']}>
      <div className={styles['bar']}>
        <Input.Search
          className={styles['search']!}
          allowClear
          maxLength={MAX_SEARCH}
          aria-label={t('role.search')}
          placeholder={t('role.search')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onPressEnter={(event) => event.preventDefault()}
        />
        <Button size="small" type="text" onClick={() => setOpen(new Set(open.size > 0 ? [] : GROUPS))}>
          {t(open.size > 0 ? 'role.collapseAll' : 'role.expandAll')}
        </Button>
        {!disabled && (
          <>
            <Button size="small" type="text" onClick={() => change(filled(NODES, value, may))}>
              {t('role.checkAll')}
            </Button>
            <Button size="small" type="text" onClick={() => change([])}>
              {t('role.uncheckAll')}
            </Button>
          </>
        )}
        <output className={styles['total']}>{t('role.selected', { held: held.count, all: NODES.length })}</output>
      </div>
      {shown.length === 0 ? (
        <p className={styles['none']}>{t('role.noPermission')}</p>
      ) : (
        <div className={styles['tree']}>
          <VirtualTree
            label={t('role.codes')}
            model={model}
            active={active}
            selected={null}
            checkLabel={(row) => row.text}
            renderRow={renderRow}
            onActive={(at) => setActive(NODES[shown[at]!]!.code)}
            onSelect={() => undefined}
            onRun={(at) => {
              const { open: isOpen } = model.row(at);
              if (isOpen === undefined) model.toggleCheck(at);
              else model.setOpen(at, !isOpen);
            }}
          />
        </div>
      )}
    </div>
  );
}
