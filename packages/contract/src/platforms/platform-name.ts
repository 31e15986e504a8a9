import { rules } from '@fleetwarden/domain/form-rules';
import { text } from '../resources/resource.ts';

/** What a platform we are linked with is called. */
export const platformName = text({
  column: 'name',
  rule: rules.zhLetterDigitLength(2, 30),
  required: true,
  search: true,
  list: { width: 180, pinned: true },
});
