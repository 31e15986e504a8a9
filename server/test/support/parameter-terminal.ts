import { parameterId } from '@fleetwarden/protocol/jt808';
import type { TestTerminal } from './gateway/terminal.ts';
import { answer } from './radio.ts';

/** For tests: a terminal that keeps parameters, answers reads, and accepts sets. */
export type ParameterTerminal = {
  /** Its values by name, as on the wire. */
  readonly values: Record<string, unknown>;
  /** The messages that it got: their type, and the ids that were read or set. */
  readonly received: { readonly type: string; readonly ids: readonly number[] }[];
  /** What it does to a set: takes it, refuses it (general answer 1), takes it and keeps its own values, or says nothing. */
  behaviour: 'takes' | 'refuses' | 'ignores' | 'silent';
};

export function serveParameters(terminal: TestTerminal, values: Record<string, unknown>): ParameterTerminal {
  const self: ParameterTerminal = { values, received: [], behaviour: 'takes' };
  const idsOf = (parameters: object) => Object.keys(parameters).map((name) => parameterId(name)!);
  const serve = async () => {
    for (;;) {
      const message = await terminal.reply(({ type }) => /^(set|query|queryAll)Parameters$/.test(type));
      if (message.encrypted || message.type === 'unknown') continue;
      if (message.type === 'setParameters') {
        const { parameters } = message.body;
        self.received.push({ type: message.type, ids: idsOf(parameters) });
        if (self.behaviour === 'silent') continue;
        if (self.behaviour === 'takes') Object.assign(values, parameters);
        answer(terminal, { serial: message.serial, id: 0x8103 }, self.behaviour === 'refuses' ? 1 : 0);
        continue;
      }
      const wanted = message.type === 'queryParameters' ? message.body.ids : idsOf(values);
      self.received.push({ type: message.type, ids: wanted });
      const parameters = Object.fromEntries(Object.entries(values).filter(([name]) => wanted.includes(parameterId(name)!)));
      terminal.send({ type: 'parameters', body: { serial: message.serial, parameters: parameters as never } });
    }
  };
  // until the connection ends
  serve().catch(() => undefined);
  return self;
}
