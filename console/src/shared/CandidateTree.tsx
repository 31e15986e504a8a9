import { Button, Input } from 'antd';
import type { i18n } from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../ui/format.ts';
import { SkeletonRows, State } from '../ui/States.tsx';
import { VirtualTree } from '../ui/VirtualTree.tsx';
import styles from './CandidateTree.module.css';
import { PlateTag } from './PlateTag.tsx';
import type { VehicleCandidates } from './vehicle-candidates.ts';

const MAX_PLATE = 12;

/** Finds candidates by plate; an empty one shows the tree again. */
export function CandidateSearch({ candidates }: { candidates: VehicleCandidates }) {
  const { t } = useTranslation();
  return (
    <Input.Search
      allowClear
      maxLength={MAX_PLATE}
      placeholder={t('vehiclePicker.findPlate')}
      aria-label={t('vehiclePicker.findPlate')}
      onSearch={(text, event) => {
        // Enter would submit a form
        event?.preventDefault();
        void candidates.search(text);
      }}
      onPressEnter={(event) => event.preventDefault()}
    />
  );
}

/** The rows, or why there are none. */
export function CandidateRows({
  candidates,
  label,
  children,
}: {
  candidates: VehicleCandidates;
  label: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  if (candidates.length > 0) return children;
  if (candidates.failed)
    return (
      <State
        title={t('vehiclePicker.failed')}
        action={{ label: t('vehiclePicker.retry'), onClick: () => void candidates.search('') }}
        live="alert"
      />
    );
  return candidates.loading ? <SkeletonRows label={label} /> : <State title={t('vehiclePicker.noMatch')} />;
}

/** A department with its number of vehicles, a plate, or further pages. */
export function CandidateRow({ candidates, index }: { candidates: VehicleCandidates; index: number }) {
  const { i18n } = useTranslation();
  const { node, deptId, failed = false } = candidates.at(index);
  if (!node) return <More key={deptId} failed={failed} onMore={() => void candidates.more(deptId)} />;
  if (node.carNo !== undefined) return <PlateTag plate={node.carNo} colour={node.color ?? 0} />;
  return (
    <>
      <span className={styles['name']}>{node.ltName}</span>{' '}
      <span className={styles['note']}>{formatNumber(i18n.language, node.total ?? 0)}</span>
    </>
  );
}

/** The visible text of a row. */
function candidateName(candidates: VehicleCandidates, index: number, { language }: i18n): string {
  const { node } = candidates.at(index);
  if (!node || node.carNo !== undefined) return candidates.row(index).text;
  return `${node.ltName} ${formatNumber(language, node.total ?? 0)}`;
}

/** Departments and vehicles. A click or Enter checks a vehicle, or calls `onChoose` with its row. */
export function CandidateTree(props: { candidates: VehicleCandidates; label?: string; onChoose?: (index: number) => void }) {
  const { t, i18n } = useTranslation();
  const { candidates, label = t('vehiclePicker.candidates'), onChoose = (index) => candidates.toggleCheck(index) } = props;
  const [active, setActive] = useState(-1);
  return (
    <CandidateRows candidates={candidates} label={label}>
      <VirtualTree
        label={label}
        model={candidates}
        active={active}
        selected={null}
        checkLabel={() => t('vehiclePicker.check')}
        nameOf={(index) => candidateName(candidates, index, i18n)}
        renderRow={(index) => <CandidateRow candidates={candidates} index={index} />}
        onActive={setActive}
        onSelect={(index) => {
          // a click on a department would choose hundreds
          if (candidates.row(index).open === undefined) onChoose(index);
        }}
        onRun={(index) => {
          const { open } = candidates.row(index);
          if (open === undefined) onChoose(index);
          else candidates.setOpen(index, !open);
        }}
      />
    </CandidateRows>
  );
}

/** Loads more when it becomes visible; after a failure the user tries again. */
function More({ failed, onMore }: { failed: boolean; onMore: () => void }) {
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a row
  useEffect(onMore, []);
  if (!failed) return <span className={styles['note']}>…</span>;
  return (
    <Button size="small" type="link" onClick={onMore}>
      {t('vehiclePicker.retry')}
    </Button>
  );
}
