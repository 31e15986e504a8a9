import { Button, Input } from 'antd';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { State } from '../ui/States.tsx';
import type { TreeModel } from '../ui/tree-rows.ts';
import { VirtualTree } from '../ui/VirtualTree.tsx';
import { CandidateSearch, CandidateTree } from './CandidateTree.tsx';
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
        <CandidateSearch candidates={candidates} />
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
