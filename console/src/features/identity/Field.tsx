import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './SignIn.module.css';

/** Props that connect a control with its label and note. */
export type FieldProps = {
  readonly id: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby': string;
};

/** A label, its control, and an error or hint below. */
export function Field(props: {
  label: string;
  problem: string | undefined;
  hint?: string | undefined;
  children: (field: FieldProps) => ReactNode;
}) {
  const { label, problem, hint, children } = props;
  const id = useId();
  const wrong = problem ? ({ 'aria-invalid': true } as const) : {};
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children({ id, ...wrong, 'aria-describedby': `${id}-note` })}
      <span id={`${id}-note`} className={problem ? styles['problem'] : styles['hint']} role="status">
        {problem ?? hint}
      </span>
    </div>
  );
}
