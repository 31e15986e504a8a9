import { rules } from '@fleetwarden/domain/form-rules';
import { z } from 'zod';
import { toFieldFault } from '../resources/field-schemas.ts';

/** An email address of a recipient. */
export const MailReceiver = z
  .string()
  .max(254)
  .superRefine((text, context) => {
    const problem = text === '' ? { key: 'field.required' as const } : rules.email.check(text);
    if (problem) context.addIssue(toFieldFault(problem));
  });
