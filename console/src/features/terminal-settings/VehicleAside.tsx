import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CandidateSearch, CandidateTree } from '../../shared/CandidateTree.tsx';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { State } from '../../ui/States.tsx';
import { TabBar } from '../../ui/TabBar.tsx';
import type { TreeModel } from '../../ui/tree-rows.ts';
import { VirtualTree } from '../../ui/VirtualTree.tsx';
import styles from './Setup.module.css';
import type { Targets } from './use-targets.ts';

const VIEWS = ['all', 'chosen'] as const;

/** The vehicles of a command page: the tree with check boxes, and the list of those chosen. */
export function VehicleAside({ candidates, chosen }: Targets) {
  const { t } = useTranslation();
  const [view, setView] = useState<(typeof VIEWS)[number]>('all');
  useEffect(() => void candidates.search(''), [candidates]);
  return (
    <aside className={styles['aside']} aria-label={t('terminalSetup.vehicles')}>
      <TabBar
        label={t('terminalSetup.vehicles')}
        active={view}
        onChange={setView}
        items={[
          { key: 'all', label: t('terminalSetup.vehicles') },
          { key: 'chosen', label: t('terminalSetup.chosen'), note: String(chosen.length) },
        ]}
      />
      {view === 'all' ? (
        <>
          <CandidateSearch candidates={candidates} />
          <CandidateTree candidates={candidates} />
        </>
      ) : (
        <ChosenVehicles candidates={candidates} chosen={chosen} />
      )}
      <div className={styles['asideFoot']}>
        <span role="status">{t('vehiclePicker.pending', { count: chosen.length })}</span>
        <Button size="small" disabled={chosen.length === 0} onClick={() => candidates.take()}>
          {t('terminalSetup.clearChosen')}
        </Button>
      </div>
    </aside>
  );
}

/** The chosen vehicles; unchecking one takes it away. */
function ChosenVehicles({ candidates, chosen }: Targets) {
  const { t } = useTranslation();
  const [active, setActive] = useState(-1);
  if (chosen.length === 0) return <State title={t('terminalSetup.noneChosen')} />;
  const model: TreeModel = {
    length: chosen.length,
    row: (index) => {
      const { ltId, carNo } = chosen[index]!;
      return { key: ltId, level: 1, text: carNo, checked: true, position: index + 1, siblings: chosen.length };
    },
    parentOf: () => -1,
    setOpen: () => undefined,
    toggleCheck: (index) => candidates.drop(chosen[index]!.ltId),
  };
  return (
    <VirtualTree
      label={t('terminalSetup.chosen')}
      model={model}
      active={active}
      selected={null}
      checkLabel={() => t('vehiclePicker.check')}
      renderRow={(index) => <PlateTag plate={chosen[index]!.carNo} colour={chosen[index]!.color} />}
      onActive={setActive}
      onSelect={() => undefined}
      onRun={(index) => model.toggleCheck(index)}
    />
  );
}
