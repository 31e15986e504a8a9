import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Button, Input } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NARROW, useMedia } from '../../hooks/use-media-query.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { SkeletonRows, State } from '../../ui/States.tsx';
import { VirtualTree } from '../../ui/VirtualTree.tsx';
import { useDepartments } from '../departments.ts';
import { useSounds } from '../use-pinyin.ts';
import { DepartmentSelect } from './DepartmentSelect.tsx';
import { departmentModel, mayMove, topDepartments } from './department-model.ts';
import styles from './Resource.module.css';
import type { NamedDepartment } from './use-move-department.tsx';

type Props = {
  chosen: string | null;
  onChoose: (deptId: string | null) => void;
  /** Departments can be dragged onto others; the form of a department offers the same. */
  onMove?: ((moved: NamedDepartment, below: NamedDepartment) => void) | undefined;
};

/** The department tree beside a list; the list shows the chosen one and its descendants. A select in narrow windows. */
export function DepartmentPane(props: Props) {
  const { t } = useTranslation();
  const narrow = useMedia(NARROW);
  const [hidden, setHidden] = useState(false);
  if (narrow)
    return (
      <DepartmentSelect
        label={t('resource.departments')}
        placeholder={t('resource.allDepartments')}
        value={props.chosen}
        onChange={(dept) => props.onChoose(typeof dept === 'string' ? dept : null)}
      />
    );
  if (hidden)
    return (
      <aside className={styles['departments']} data-hidden aria-label={t('resource.departments')}>
        <IconButton label={t('resource.showDepartments')} icon={<MenuUnfoldOutlined />} onClick={() => setHidden(false)} />
      </aside>
    );
  return (
    <aside className={styles['departments']} aria-label={t('resource.departments')}>
      <div className={styles['departmentsHead']}>
        {t('resource.departments')}
        <IconButton label={t('resource.hideDepartments')} icon={<MenuFoldOutlined />} onClick={() => setHidden(true)} />
      </div>
      <DepartmentTree {...props} />
    </aside>
  );
}

function DepartmentTree({ chosen, onChoose, onMove }: Props) {
  const { t, i18n } = useTranslation();
  const { departments, isPending, failed, retry } = useDepartments();
  const [text, setText] = useState('');
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [active, setActive] = useState(-1);

  const opened = useMemo(() => {
    const open = new Set(topDepartments(departments));
    for (const [id, on] of turned) {
      if (on) open.add(id);
      else open.delete(id);
    }
    return open;
  }, [departments, turned]);
  const typed = text.trim();
  const names = useMemo(() => departments.map(({ deptName }) => deptName), [departments]);
  const sounds = useSounds(names, typed !== '' && i18n.language === 'zh');
  const model = useMemo(
    () =>
      departmentModel(departments, opened, { text: typed, sounds }, (id, open) => setTurned((now) => new Map(now).set(id, open))),
    [departments, opened, typed, sounds],
  );

  if (isPending) return <SkeletonRows label={t('resource.loading')} />;
  if (failed)
    return <State live="alert" title={t('resource.departmentsFailed')} action={{ label: t('common.retry'), onClick: retry }} />;

  const named = (index: number): NamedDepartment => ({ id: model.row(index).key, name: model.row(index).text });
  const moves = onMove && {
    mayMove: (from: number, to: number) => mayMove(model, from, to),
    onMove: (from: number, to: number) => onMove(named(from), named(to)),
  };
  const choose = (index: number) => {
    const { key } = model.row(index);
    onChoose(key === chosen ? null : key);
  };
  return (
    <>
      <Input
        type="search"
        prefix={<SearchOutlined aria-hidden />}
        allowClear
        aria-label={t('resource.findDepartment')}
        placeholder={t('resource.findDepartment')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {chosen !== null && (
        <Button size="small" onClick={() => onChoose(null)}>
          {t('resource.allDepartments')}
        </Button>
      )}
      {model.length === 0 ? (
        <State title={t('resource.noDepartment')} />
      ) : (
        <VirtualTree
          label={t('resource.departments')}
          model={model}
          active={active}
          selected={chosen}
          renderRow={(index) => (
            <span className={styles['departmentName']} title={model.row(index).text}>
              {model.row(index).text}
            </span>
          )}
          {...(moves ? { moves } : {})}
          onActive={setActive}
          onSelect={choose}
          onRun={(index) => onChoose(model.row(index).key)}
        />
      )}
    </>
  );
}
