import { BASE_PATH, type Call } from '@fleetwarden/contract/call';
import { CallError, errors } from '@fleetwarden/contract/errors';
import { sign } from '@fleetwarden/contract/sign';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AuditTrail, createAuditTrail, noTrail, type WriteAudit } from './audit.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { documentCall } from './docs.ts';
import type { CallTable, Handlers, PublicContext, UserContext } from './handlers.ts';
import { languageOf } from './language.ts';
import { CALL_LIMIT_MS, PUBLIC_CALLS_AT_ONCE, PUBLIC_CALLS_WAITING, UPLOAD_LIMIT_MS } from './limits.ts';
import { PageInput, type PageWindow, pageWindow } from './page.ts';
import { type Authenticate, bearerToken, type Caller, requirePermission } from './principal.ts';
import { failure, type GetText, resCodeFailure, resCodeSuccess, success, toCallError } from './replies.ts';
import { readUpload, requireFile, type UploadForm } from './upload.ts';
import type { Uploads } from './uploads.ts';
import { closed, parseInput, requireSound } from './validation.ts';

export type CallsOptions = {
  readonly authenticate: Authenticate;
  readonly getText: GetText;
  /** Stores audit entries. */
  readonly audit: WriteAudit;
  readonly publicCallsPerMinute: number;
  /** Time limit of a call with its body. */
  readonly callMs: number;
  /** Upload storage, and the app scope that parses forms; without it no call accepts uploads. */
  readonly uploads?: { readonly app: FastifyInstance; readonly store: Uploads } | undefined;
};

type AnyHandler = (
  data: unknown,
  context: PublicContext & Partial<Pick<UserContext, 'note'>> & { user?: Caller; page?: PageWindow; file?: UploadForm['file'] },
) => unknown;
type Input = { readonly data: unknown; readonly page?: PageWindow; readonly file?: NonNullable<UploadForm['file']> };
type ReadInput = (request: FastifyRequest) => Input | Promise<Input>;

const PostBody = z.strictObject({
  data: z.record(z.string(), z.unknown()),
  sign: z.string().max(64).optional(),
  pageModel: PageInput.optional(),
});

/** Serves the calls of a module below BASE_PATH. */
export function serveCalls<T extends CallTable>(
  app: FastifyInstance,
  options: CallsOptions,
  area: string,
  calls: T,
  handlers: Handlers<T>,
): void {
  for (const [name, call] of Object.entries(calls))
    serveCall(app, options, { area, name, call, handler: handlers[name] as unknown as AnyHandler });
}

/** The caller of a request, and its audit trail. */
type Session = { readonly user: Caller; readonly trail: AuditTrail };
type Served = { readonly area: string; readonly name: string; readonly call: Call; readonly handler: AnyHandler };

function serveCall(app: FastifyInstance, options: CallsOptions, { area, name, call, handler }: Served): void {
  const { upload } = call;
  const uploads = upload ? uploadsOf(options, name) : undefined;
  const readForm = uploads && uploadReader(name, call, uploads.store);
  const readInput: ReadInput = readForm ?? (call.method === 'POST' ? postReader(name, call) : getReader(name, call));
  const sessions = new WeakMap<FastifyRequest, Session>();
  const run = call.permission === 'public' ? inTurn(handler) : handler;
  (uploads?.app ?? app).route({
    method: call.method,
    url: BASE_PATH + call.path,
    handlerTimeout: upload ? UPLOAD_LIMIT_MS : options.callMs,
    config: {
      swaggerTransform: documentCall(name, call),
      ...(call.permission === 'public' ? { rateLimit: publicRate(options.publicCallsPerMinute) } : {}),
    },
    // Before the body is read: an unauthorised caller learns nothing about the input.
    onRequest: async (request) => {
      if (call.permission === 'public') return;
      const user = await authenticated(options.authenticate, request.headers.authorization);
      const trail = call.audited ? createAuditTrail(options.audit, { user, peerIp: request.ip, area, action: name }) : noTrail;
      sessions.set(request, { user, trail });
      requirePermission(call.permission, user);
    },
    errorHandler: async (cause, request, reply) => {
      const error = toCallError(cause, request.raw.complete !== false);
      if (error.kind === 'internal') request.log.error({ err: cause, call: call.path }, 'call failed');
      else request.log.debug({ call: call.path, refused: error.kind, detail: error.message }, 'call refused');
      await sessions
        .get(request)
        ?.trail.refused(errors[error.kind].code)
        .catch((err: unknown) => request.log.error({ err, call: call.path }, 'a refused call could not be logged'));
      const answer = call.resCode ? resCodeFailure : failure;
      return reply.code(200).send(answer(error, languageOf(request.headers), options.getText));
    },
    handler: async (request) => {
      const session = sessions.get(request);
      const end = uploads?.store.begin(session?.user.kind === 'user' ? session.user.accountId : undefined);
      let input: Input | undefined;
      let result: unknown;
      try {
        input = await readInput(request);
        const { data, page, file } = input;
        result = await run(data, {
          language: languageOf(request.headers),
          peerIp: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          requestId: request.id,
          ...(session ? { user: session.user, note: session.trail.note } : {}),
          ...(page ? { page } : {}),
          ...(file ? { file } : {}),
        });
      } finally {
        await input?.file?.discard();
        end?.();
      }
      const page = input.page;
      await session?.trail.succeeded();
      if (call.resCode) return resCodeSuccess;
      // Removes fields that the contract lacks, and detects missing ones.
      const reply = call.reply.safeParse(result);
      if (!reply.success) throw new Error(`${call.path}: its reply breaks the contract: ${z.prettifyError(reply.error)}`);
      return success(reply.data, page, (result as { total?: number }).total);
    },
  });
}

/** A handler that runs a few times at once; further calls wait. Throws CallError tooMany if too many wait. */
function inTurn(handler: AnyHandler): AnyHandler {
  const limits = { atOnce: PUBLIC_CALLS_AT_ONCE, waiting: PUBLIC_CALLS_WAITING, ofAccount: Number.POSITIVE_INFINITY };
  const take = createConcurrencyLimit(limits);
  return (data, context) => take(0, async () => handler(data, context));
}

/** Authenticates the caller. Throws CallError notSignedIn or signedInElsewhere. */
async function authenticated(authenticate: Authenticate, header: string | undefined): Promise<Caller> {
  const token = bearerToken(header);
  if (!token) throw new CallError('notSignedIn');
  return authenticate(token);
}

function postReader(name: string, call: Call): (request: FastifyRequest) => Input {
  const schema = closed(call.data, name);
  return (request) => {
    requireSound(request.body);
    const body = parseInput(PostBody, request.body);
    checkSign(call, body.data, body.sign);
    const data = parseInput(schema(), body.data);
    return call.paged ? { data, page: pageWindow(call, body.pageModel) } : { data };
  };
}

function getReader(name: string, call: Call): (request: FastifyRequest) => Input {
  if (call.paged) throw new Error(`${name}: a paged call is a POST`);
  const schema = closed(call.data, name);
  return (request) => {
    requireSound(request.query);
    const { sign: sent, ...data } = request.query as Record<string, unknown>;
    checkSign(call, data, sent);
    return { data: parseInput(schema(), data) };
  };
}

function uploadsOf({ uploads }: CallsOptions, name: string): NonNullable<CallsOptions['uploads']> {
  if (!uploads) throw new Error(`${name}: an upload, and there is no folder for uploads`);
  return uploads;
}

/** Reads the whole form; discards the file if the form is rejected. */
function uploadReader(name: string, call: Call, store: Uploads): ReadInput {
  if (call.method !== 'POST' || call.paged) throw new Error(`${name}: an upload is a POST that is not paged`);
  const schema = closed(call.data, name);
  const { maxBytes } = call.upload ?? { maxBytes: 0 };
  return async (request) => {
    const form = await readUpload(request, store, maxBytes);
    try {
      requireSound(form.body);
      const body = parseInput(PostBody, form.body);
      checkSign(call, body.data, body.sign);
      return { data: parseInput(schema(), body.data), file: requireFile(form.file) };
    } catch (error) {
      await form.file?.discard();
      throw error;
    }
  };
}

/** Verifies the signature if present, and requires it if the call does: over the data as sent, before defaults. */
function checkSign(call: Call, data: Readonly<Record<string, unknown>>, sent: unknown): void {
  if (sent === undefined && !call.signed) return;
  if (sent !== sign(data)) throw new CallError('signature', call.path);
}

const publicRate = (max: number) => ({
  max,
  timeWindow: CALL_LIMIT_MS,
  errorResponseBuilder: () => new CallError('tooMany', 'calls without a token'),
});
