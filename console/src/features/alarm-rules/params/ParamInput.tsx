import type { RuleParam } from '@fleetwarden/contract/alarm-rules/forms';
import { useTranslation } from 'react-i18next';
import styles from '../Rules.module.css';
import { LeafInput } from './LeafInput.tsx';
import type { ParamControl, Values } from './param-values.ts';
import { paramText } from './param-words.ts';
import { RowsInput } from './RowsInput.tsx';

/** The control of a parameter: one value, a group of values, or rows. */
export function ParamInput({ param, ...control }: ParamControl & { param: RuleParam }) {
  if (param.kind === 'rows') return <RowsInput param={param} {...control} />;
  if (param.kind === 'group') return <GroupInput param={param} {...control} />;
  return <LeafInput param={param} {...control} />;
}

/** A group of values. */
function GroupInput(props: ParamControl & { param: Extract<RuleParam, { kind: 'group' }> }) {
  const { param, id = param.name, value, onChange, disabled = false } = props;
  const { t } = useTranslation();
  const values = (value ?? {}) as Values;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form draws its name, a fieldset would draw a frame
    <div className={styles['group']} role="group" aria-label={paramText(t, param.name)}>
      {param.params.map((inner) => (
        <div key={inner.name}>
          <label htmlFor={`${id}-${inner.name}`}>{paramText(t, inner.name)}</label>
          <LeafInput
            param={inner}
            id={`${id}-${inner.name}`}
            value={values[inner.name]}
            onChange={(next) => onChange?.({ ...values, [inner.name]: next })}
            disabled={disabled}
          />
        </div>
      ))}
    </div>
  );
}
