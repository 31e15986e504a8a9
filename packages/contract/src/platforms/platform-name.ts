import { rules } from '@fleetwarden/domain/form-rules';
import { text } from '../resources/resource.ts';

/** Name of a linked platform. */
export const platformName = text({
  column: 'name',
  rule: rules.zhLetterDigitLength(2, 30),
  required: true,
  search: true,
  list: { width: 180, pinned: true },
});
