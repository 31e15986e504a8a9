import type { Envelope, ResCodeReply } from '@fleetwarden/contract/envelope';
import { CallError, errors, type FieldError, fieldTexts } from '@fleetwarden/contract/errors';
import type { UnitSystem } from '@fleetwarden/domain/units';
import type { FastifyError } from 'fastify';
import type { ReplyLanguage } from './language.ts';
import type { PageWindow } from './page.ts';

/** Looks up a text of `locale`; injected, because platform contains no texts. `units`: those it names, default metric. */
export type GetText = (language: ReplyLanguage, key: string, units?: UnitSystem) => string;

export function success(data: unknown, page?: PageWindow, total = 0): Envelope {
  const envelope = { code: '0', msg: '', data };
  return page ? { ...envelope, pageModel: { page: page.page, limit: page.limit, total } } : envelope;
}

/** Profile and password calls: 1 is success, any other number is the error's code. */
export const resCodeSuccess: ResCodeReply = { resCode: 1, message: '' };

/** Converts an error for the caller. Internal errors become 'internal' without details. `complete`: the body was received. */
export function toCallError(error: unknown, complete: boolean): CallError {
  if (error instanceof CallError) return error;
  const { statusCode, code } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refused(errors.tooLarge.key);
  if (code === 'FST_ERR_HANDLER_TIMEOUT' && !complete) return refused(errors.tooSlow.key);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return refused(fieldTexts.notJson);
  return new CallError('internal');
}

const refused = (key: string) => new CallError('validation', key, [{ path: '', key }]);

/** Fills the placeholders of a text. */
export const filled = (text: string, params: CallError['params'] = {}): string =>
  text.replace(/\{\{(\w+)\}\}/g, (placeholder, name) => String(params[name] ?? placeholder));

/** The text of an error in the caller's language. */
const textOfError = ({ kind, params }: CallError, language: ReplyLanguage, getText: GetText): string =>
  filled(getText(language, errors[kind].key), params);

export function failure(error: CallError, language: ReplyLanguage, getText: GetText): Envelope {
  const { code } = errors[error.kind];
  const fields = error.fields.map(
    ({ path, key, params }): FieldError => ({ path, message: filled(getText(language, key), params) }),
  );
  return { code, msg: textOfError(error, language, getText), data: fields.length > 0 ? { fields } : null };
}

export function resCodeFailure(error: CallError, language: ReplyLanguage, getText: GetText): ResCodeReply {
  return { resCode: Number(errors[error.kind].code), message: textOfError(error, language, getText) };
}
