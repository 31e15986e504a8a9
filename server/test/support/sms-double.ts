import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the double treats the next requests. */
export type SmsBehaviour =
  | { readonly kind: 'accept' }
  /** Accepts the message, and never answers. */
  | { readonly kind: 'acceptSilently' }
  /** Accepts nothing, and never answers. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'refuse'; readonly code: string; readonly status?: number }
  | { readonly kind: 'garbage' };

type Accepted = { readonly query: Readonly<Record<string, string>>; status: 1 | 2 | 3; code: string };

/** A double of Alibaba Cloud SMS that verifies the signature of each request as its documentation says. */
export async function startSmsDouble(key: { readonly id: string; readonly secret: string }) {
  const accepted: Accepted[] = [];
  const actions: string[] = [];
  const nonces = new Set<string>();
  const state: { behaviour: SmsBehaviour } = { behaviour: { kind: 'accept' } };

  const handle = (request: IncomingMessage, response: ServerResponse): unknown => {
    const reply = (status: number, body: object | string) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    const [, search = ''] = request.url!.split('?');
    if (!isSigned(request, search, key)) return reply(400, { Code: 'SignatureDoesNotMatch', Message: 'signature' });
    const nonce = String(request.headers['x-acs-signature-nonce']);
    if (nonces.has(nonce)) return reply(400, { Code: 'SignatureNonceUsed', Message: 'nonce' });
    nonces.add(nonce);
    const action = String(request.headers['x-acs-action']);
    const query = Object.fromEntries(new URLSearchParams(search));
    actions.push(action);
    if (action === 'QuerySendDetails') {
      const rows = accepted.filter(({ query: sent }) => sent['PhoneNumbers'] === query['PhoneNumber']);
      const SmsSendDetailDTO = rows.map(({ query: sent, status, code }) => ({
        OutId: sent['OutId'],
        SendStatus: status,
        ErrCode: code,
        ReceiveDate: '2026-05-20 12:00:05',
        PhoneNum: sent['PhoneNumbers'],
      }));
      return reply(200, { Code: 'OK', Message: 'OK', TotalCount: rows.length, SmsSendDetailDTOs: { SmsSendDetailDTO } });
    }
    const { behaviour } = state;
    if (action === 'QueryAccountBalance') {
      const Data = behaviour.kind === 'garbage' ? {} : { AvailableAmount: '43.89', Currency: 'CNY' };
      return reply(200, { Code: '200', Success: true, Data });
    }
    if (behaviour.kind === 'silent') return null;
    if (behaviour.kind === 'garbage') return reply(502, '<html>');
    if (behaviour.kind === 'refuse') return reply(behaviour.status ?? 200, { Code: behaviour.code, Message: 'refused' });
    accepted.push({ query, status: 1, code: '' });
    if (behaviour.kind === 'accept') return reply(200, { Code: 'OK', Message: 'OK', BizId: `biz-${accepted.length}` });
  };
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Messages in order, with their queries. */
    accepted,
    /** Actions of all signed requests. */
    actions,
    behave: (behaviour: SmsBehaviour) => {
      state.behaviour = behaviour;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Accounts have an API of their own. */
const versionOf = ({ headers }: IncomingMessage) =>
  headers['x-acs-action'] === 'QueryAccountBalance' ? '2017-12-14' : '2017-05-25';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Recomputes the signature from what arrived, without code of the product. */
function isSigned(request: IncomingMessage, search: string, key: { readonly id: string; readonly secret: string }): boolean {
  const match = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  if (match?.[1] !== key.id) return false;
  const names = match[2]!.split(';');
  const needed = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'];
  if (needed.some((each) => !names.includes(each)) || request.headers['x-acs-version'] !== versionOf(request)) return false;
  const headers = names.map((each) => `${each}:${String(request.headers[each]).trim()}\n`).join('');
  const query = search.split('&').toSorted().join('&');
  const canonical = [request.method, '/', query, headers, names.join(';'), request.headers['x-acs-content-sha256']].join('\n');
  return (
    createHmac('sha256', key.secret)
      .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
      .digest('hex') === match[3]
  );
}
