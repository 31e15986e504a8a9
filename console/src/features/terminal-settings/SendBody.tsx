import type { ReactNode } from 'react';
import { ResultPanel } from './results/ResultPanel.tsx';
import styles from './Setup.module.css';
import type { Setup } from './use-setup.ts';
import type { Targets } from './use-targets.ts';
import { VehicleAside } from './VehicleAside.tsx';

/** Vehicles at the left, what is sent to them at the right, what became of it below. */
export function SendBody({ targets, setup, children }: { targets: Targets; setup: Setup; children: ReactNode }) {
  return (
    <div className={styles['body']}>
      <VehicleAside {...targets} />
      <div className={styles['main']}>
        {children}
        <ResultPanel setup={setup} />
      </div>
    </div>
  );
}
