import type { RuleLeaf } from '@fleetwarden/contract/alarm-rules/forms';
import { choice, choices, date, flag, integer, text } from '@fleetwarden/contract/resources/resource';
import { rules } from '@fleetwarden/domain/form-rules';
import { Select } from 'antd';
import { FieldInput } from '../../../shared/resource/FieldInput.tsx';
import { LinkSelect } from '../../../shared/resource/LinkSelect.tsx';
import type { ParamControl } from './param-values.ts';
import { TypeSelect } from './TypeSelect.tsx';

const TEXT_LINES = 3;

/** The control of one value by its type; values have the format of the calls. */
export function LeafInput({ param, disabled = false, ...control }: ParamControl & { param: RuleLeaf }) {
  switch (param.kind) {
    case 'integer': {
      const { min, max, unit } = param;
      return <FieldInput field={integer({ min, max, ...(unit ? { unit } : {}) })} disabled={disabled} {...control} />;
    }
    case 'text':
      return <FieldInput field={text({ max: param.max, lines: TEXT_LINES })} disabled={disabled} {...control} />;
    case 'flag':
      return <FieldInput field={flag({})} disabled={disabled} {...control} />;
    case 'day':
      return <FieldInput field={date({})} disabled={disabled} {...control} />;
    case 'clock':
      return <FieldInput field={text({ rule: rules.clock })} disabled={disabled} {...control} />;
    case 'choice':
      return <FieldInput field={choice(param.of, { required: true })} disabled={disabled} {...control} />;
    case 'choices':
      return <FieldInput field={choices(param.of, {})} disabled={disabled} {...control} />;
    case 'type':
    case 'types':
      return <TypeSelect among={param.among} multiple={param.kind === 'types'} disabled={disabled} {...control} />;
    case 'clocks':
      return <ClocksInput disabled={disabled} {...control} />;
    case 'vehicles':
      return <VehiclesInput disabled={disabled} {...control} />;
  }
}

/** A list of times of day, typed in. */
function ClocksInput({ id, value, onChange, disabled = false }: ParamControl) {
  return (
    <Select
      {...(id ? { id } : {})}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ' ', ';']}
      disabled={disabled}
      value={(value ?? []) as string[]}
      onChange={(clocks) => onChange?.([...clocks].sort())}
    />
  );
}

function VehiclesInput({ id, value, onChange, disabled = false }: ParamControl) {
  return (
    <LinkSelect
      {...(id ? { id } : {})}
      to="vehicle"
      multiple
      disabled={disabled}
      value={(value ?? []) as string[]}
      onChange={(ids) => onChange?.(ids ?? [])}
    />
  );
}
