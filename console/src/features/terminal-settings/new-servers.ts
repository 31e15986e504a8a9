import type { CommandCode } from '@fleetwarden/contract/commands/terminal-commands';
import type { Values } from './parameters/parameter-rows.ts';

/** An address that terminals would connect to; without a port they keep theirs. */
export type NewServer = { readonly host: string; readonly port: number | null };

/** 0x0013 and 0x0018: the server, and its TCP port before 2019. */
const SERVER = '19';
const TCP_PORT = '24';
/** 0x8105 to a server; CONNECT_TO: back to the terminal's own. */
const CONNECT: CommandCode = '8105connect';
const OWN_SERVER = 1;
/** Addresses that are tested; the specification has at most two. */
const MAX_SERVERS = 4;

/** The servers among values to set: `host`, `host:port`, or several of them with semicolons. */
export function findNewServers(values: Values): readonly NewServer[] {
  const typed = values[SERVER];
  if (typeof typed !== 'string' || typed === '') return [];
  const common = typeof values[TCP_PORT] === 'number' ? values[TCP_PORT] : null;
  return typed
    .split(';')
    .slice(0, MAX_SERVERS)
    .map((address) => {
      const [host = '', port] = address.split(':');
      return { host, port: port === undefined ? common : Number(port) };
    });
}

/** The server that terminals would connect to for a time (0x8105); none where they return to their own. */
export function findConnectServer(cmdCode: CommandCode, { connectTo, server, tcpPort }: Values): readonly NewServer[] {
  if (cmdCode !== CONNECT || connectTo === OWN_SERVER || typeof server !== 'string' || server === '') return [];
  return [{ host: server, port: typeof tcpPort === 'number' && tcpPort > 0 ? tcpPort : null }];
}
