import swagger, { type SwaggerTransform } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { BASE_PATH, type Call } from '@fleetwarden/contract/call';
import { errors } from '@fleetwarden/contract/errors';
import type { FastifyInstance, FastifySchema, onRequestHookHandler } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PageInput } from './page.ts';

const DOCS_PATH = '/api/docs';

/** Documents a call. Its schema is made when the document is read: there are hundreds of calls. */
export const documentCall =
  (name: string, call: Call): SwaggerTransform =>
  (input) =>
    jsonSchemaTransform({ ...input, schema: documentation(name, call) });

/** OpenAPI schema of a call: input and reply, each in its envelope. */
function documentation(name: string, call: Call): FastifySchema {
  const [area] = call.path.split('/');
  return {
    operationId: name,
    tags: [area ?? name],
    summary: call.summary,
    description: `${access(call)}${call.signed ? ' `sign` is required.' : ''}${call.audited ? ' Audited.' : ''}`,
    ...(call.permission === 'public' ? {} : { security: [{ token: [] }] }),
    ...(call.upload ? { consumes: ['multipart/form-data'] } : {}),
    ...(call.method === 'POST' ? { body: bodyOf(call) } : { querystring: call.data }),
    response: { 200: replyOf(call) },
  } as FastifySchema;
}

function access(call: Call): string {
  if (call.permission === 'public') return 'Requires no token.';
  if (call.permission === 'anySession')
    return 'Any session, including an inspection, even before an initial password is changed.';
  if (call.permission === 'signedIn') return 'Any user.';
  if (call.permission === 'anyRight') return 'Any user with at least one permission code.';
  if (call.permission === 'inspection') return 'A session of an inspection.';
  return `Requires the permission code ${[call.permission].flat().join(' or ')}.`;
}

function bodyOf(call: Call): z.ZodType {
  const sign = z.string().meta({ description: 'MD5 over the sorted entries of data.' });
  return z.strictObject({
    data: call.data,
    sign: call.signed ? sign : sign.optional(),
    ...(call.paged ? { pageModel: PageInput.optional() } : {}),
    ...(call.upload ? { file: z.file().meta({ description: `At most ${call.upload.maxBytes} bytes.` }) } : {}),
  });
}

function replyOf(call: Call): z.ZodType {
  if (call.resCode) return z.object({ resCode: z.number().meta({ description: '1 is success.' }), message: z.string() });
  return z.object({
    code: z.string().meta({ description: '"0" is success; see the error catalogue above.' }),
    msg: z.string(),
    data: call.reply,
    ...(call.paged ? { pageModel: z.object({ page: z.number(), limit: z.number(), total: z.number() }) } : {}),
  });
}

const description = `Every reply is HTTP 200 with \`{code, msg, data, pageModel?}\`; \`code\` is the string "0" for success. With 4001 \`data.fields[]\` lists the refused fields.

| code | meaning |
|---|---|
${Object.entries(errors)
  .map(([kind, { code }]) => `| ${code} | ${kind} |`)
  .join('\n')}`;

/** The page at /api/docs and its document at /api/docs/json; register it before the calls. */
export async function serveDocs(app: FastifyInstance, guard: onRequestHookHandler): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Fleetwarden', version: '1', description },
      servers: [{ url: BASE_PATH.slice(0, -1) }],
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    },
    stripBasePath: true,
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    uiHooks: { onRequest: guard },
    // The library's page has inline styles.
    transformStaticCSP: (header) => header.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
  });
}
