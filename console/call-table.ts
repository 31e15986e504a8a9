import type { Plugin } from 'vite';

const PREFIX = 'virtual:calls/';

/** The parts of a call's row that a client needs at run time; the schemas stay behind as types. */
const SENT = ['method', 'path', 'read', 'signed', 'paged', 'resCode', 'upload'];

/** Not an area: how records of each resource are found. Forms link to resources whose rows they need not load. */
const OPTIONS = 'options';

async function optionsTable(): Promise<string> {
  const { resources } = await import('@fleetwarden/contract/resources');
  const rows = Object.values(resources).map(({ name, path, noun, page }) => [
    name,
    { method: 'POST', path: `${path}/option${noun}`, read: true, page },
  ]);
  return `export const optionsCalls = ${JSON.stringify(Object.fromEntries(rows))};`;
}

/**
 * Serves `virtual:calls/<area>`: the call table of contract/<area> without its schemas. The server validates; the console
 * needs paths and types only, and the schema library would cost the login page more than the rest of its own code.
 */
export function callTable(): Plugin {
  return {
    name: 'call-table',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const area = id.slice(PREFIX.length + 1);
      if (area === OPTIONS) return optionsTable();
      const contract: Record<string, Record<string, object>> = await import(`@fleetwarden/contract/${area}`);
      // warn-schemes has alarmRulesCalls
      const name = `${area.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Calls`;
      const calls = contract[name];
      if (!calls) throw new Error(`contract/${area} exports no ${name}`);
      const rows = Object.entries(calls).map(([key, row]) => [
        key,
        Object.fromEntries(Object.entries(row).filter(([property]) => SENT.includes(property))),
      ]);
      return `export const ${name} = ${JSON.stringify(Object.fromEntries(rows))};`;
    },
  };
}
