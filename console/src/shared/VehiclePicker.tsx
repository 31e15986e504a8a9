import { Button, Input } from 'antd';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../ui/format.ts';
import { SkeletonRows, State } from '../ui/States.tsx';
import type { TreeModel } from '../ui/tree-rows.ts';
import { VirtualTree } from '../ui/VirtualTree.tsx';
import { PlateTag } from './PlateTag.tsx';
import styles from './VehiclePicker.module.css';
import type { CandidateSource, PickedVehicle } from './vehicle-candidates.ts';
import { merged, VehicleCandidates } from './vehicle-candidates.ts';
import { vehicleSource } from './vehicle-source.ts';

const MAX_PLATE = 12;
const NONE: readonly PickedVehicle[] = [];

/**
 * Chooses vehicles of a record: departments and vehicles on the left, chosen ones on the right. A form control: `value` are the
 * chosen vehicles in order.
 */
export function VehiclePicker(props: {
  value?: readonly PickedVehicle[];
  onChange?: (cars: readonly PickedVehicle[]) => void;
  source?: CandidateSource;
}) {
  const { value = NONE, onChange, source = vehicleSource } = props;
  const { t } = useTranslation();
  const candidates = useMemo(() => new VehicleCandidates(source), [source]);
  useSyncExternalStore(candidates.subscribe, () => candidates.version);
  const pending = candidates.pending.length;
  useEffect(() => void candidates.search(''), [candidates]);

  return (
    <div className={styles['picker']}>
      <section className={styles['side']} aria-label={t('vehiclePicker.candidates')}>
        <Input.Search
          allowClear
          maxLength={MAX_PLATE}
          placeholder={t('vehiclePicker.findPlate')}
          aria-label={t('vehiclePicker.findPlate')}
          onSearch={(text, event) => {
            // Enter would submit the form
            event?.preventDefault();
            void candidates.search(text);
          }}
          onPressEnter={(event) => event.preventDefault()}
        />
        <CandidateTree candidates={candidates} />
        <div className={styles['foot']}>
          <span>{t('vehiclePicker.pending', { count: pending })}</span>
          <Button size="small" disabled={pending === 0} onClick={() => onChange?.(merged(value, candidates.take()))}>
            {t('vehiclePicker.move')}
          </Button>
        </div>
      </section>
      <Associated cars={value} onChange={(cars) => onChange?.(cars)} />
    </div>
  );
}

/** Departments and vehicles with check boxes. */
export function CandidateTree({ candidates }: { candidates: VehicleCandidates }) {
  const { t, i18n } = useTranslation();
  const [active, setActive] = useState(-1);
  if (candidates.failed && candidates.length === 0)
    return (
      <State
        title={t('vehiclePicker.failed')}
        action={{ label: t('vehiclePicker.retry'), onClick: () => void candidates.search('') }}
        live="alert"
      />
    );
  if (candidates.length === 0)
    return candidates.loading ? (
      <SkeletonRows label={t('vehiclePicker.candidates')} />
    ) : (
      <State title={t('vehiclePicker.noMatch')} />
    );

  /** The visible text: a department with its number of vehicles. */
  function nameOf(index: number): string {
    const { node } = candidates.at(index);
    if (!node || node.carNo !== undefined) return candidates.row(index).text;
    return `${node.ltName} ${formatNumber(i18n.language, node.total ?? 0)}`;
  }
  function renderRow(index: number) {
    const { node, deptId, failed = false } = candidates.at(index);
    if (!node) return <More key={deptId} failed={failed} onMore={() => void candidates.more(deptId)} />;
    if (node.carNo !== undefined) return <PlateTag plate={node.carNo} colour={node.color ?? 0} />;
    return (
      <>
        <span className={styles['name']}>{node.ltName}</span>{' '}
        <span className={styles['count']}>{formatNumber(i18n.language, node.total ?? 0)}</span>
      </>
    );
  }
  return (
    <VirtualTree
      label={t('vehiclePicker.candidates')}
      model={candidates}
      active={active}
      selected={null}
      checkLabel={() => t('vehiclePicker.check')}
      nameOf={nameOf}
      renderRow={renderRow}
      onActive={setActive}
      onSelect={(index) => {
        // a click on a department would choose hundreds
        if (candidates.row(index).open === undefined) candidates.toggleCheck(index);
      }}
      onRun={(index) => {
        const { open } = candidates.row(index);
        if (open === undefined) candidates.toggleCheck(index);
        else candidates.setOpen(index, !open);
      }}
    />
  );
}

/** Loads more when it becomes visible; after a failure the user tries again. */
function More({ failed, onMore }: { failed: boolean; onMore: () => void }) {
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a row
  useEffect(onMore, []);
  if (!failed) return <span className={styles['more']}>…</span>;
  return (
    <Button size="small" type="link" onClick={onMore}>
      {t('vehiclePicker.retry')}
    </Button>
  );
}

function Associated(props: { cars: readonly PickedVehicle[]; onChange: (cars: readonly PickedVehicle[]) => void }) {
  const { cars, onChange } = props;
  const { t } = useTranslation();
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const shown = useMemo(() => {
    const wanted = text.trim().toUpperCase();
    return wanted === '' ? cars : cars.filter(({ carNo }) => carNo.toUpperCase().includes(wanted));
  }, [cars, text]);
  const chosen = shown.filter(({ ltId }) => checked.has(ltId)).length;
  const model: TreeModel = {
    length: shown.length,
    row: (index) => {
      const { ltId, carNo } = shown[index]!;
      return { key: ltId, level: 1, text: carNo, checked: checked.has(ltId), position: index + 1, siblings: shown.length };
    },
    parentOf: () => -1,
    setOpen: () => undefined,
    toggleCheck: (index) => {
      const next = new Set(checked);
      const { ltId } = shown[index]!;
      if (!next.delete(ltId)) next.add(ltId);
      setChecked(next);
    },
  };

  function remove() {
    const removed = new Set(shown.filter(({ ltId }) => checked.has(ltId)).map(({ ltId }) => ltId));
    setChecked(new Set());
    onChange(cars.filter(({ ltId }) => !removed.has(ltId)));
  }

  return (
    <section className={styles['side']} aria-label={t('vehiclePicker.associatedList')}>
      <Input
        allowClear
        maxLength={MAX_PLATE}
        value={text}
        placeholder={t('vehiclePicker.filter')}
        aria-label={t('vehiclePicker.filter')}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={(event) => event.preventDefault()}
      />
      {shown.length === 0 ? (
        <State title={t(cars.length === 0 ? 'vehiclePicker.nothing' : 'vehiclePicker.noMatch')} />
      ) : (
        <VirtualTree
          label={t('vehiclePicker.associatedList')}
          model={model}
          active={active}
          selected={null}
          checkLabel={() => t('vehiclePicker.check')}
          renderRow={(index) => <PlateTag plate={shown[index]!.carNo} colour={shown[index]!.color} />}
          onActive={setActive}
          onSelect={() => undefined}
          onRun={(index) => model.toggleCheck(index)}
        />
      )}
      <div className={styles['foot']}>
        <span>{t('vehiclePicker.associated', { count: cars.length })}</span>
        <Button size="small" disabled={chosen === 0} onClick={remove}>
          {t('vehiclePicker.remove')}
        </Button>
      </div>
    </section>
  );
}
