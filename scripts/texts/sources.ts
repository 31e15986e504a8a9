import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';
import { ROOT } from '../children.ts';

/** A node of the syntax tree with its children. */
export type Node = { readonly type: string; readonly start: number } & { readonly [field: string]: unknown };

/** A file of the product that is no test, parsed. `path` is from the root of the repository. */
export type Source = { readonly path: string; readonly code: string; readonly tree: Node };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Every TypeScript file below a folder but tests and declarations. Throws where one cannot be parsed. */
export function readSources(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test\.tsx?|d\.ts)$/.test(name))
    .map((name) => parse(`${folder}/${name.replaceAll('\\', '/')}`, readFileSync(join(ROOT, folder, name), 'utf8')));
}

/** One file as a source. */
export function parse(path: string, code: string): Source {
  return { path, code, tree: parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path) as unknown as Node };
}

/** Calls for every node with those above it, nearest first; types are left out. */
export function walk(source: Source, visit: (node: Node, above: readonly Node[]) => void): void {
  const go = (node: Node, above: readonly Node[]) => {
    if (
      node.type.startsWith('TS') &&
      node.type !== 'TSAsExpression' &&
      node.type !== 'TSSatisfiesExpression' &&
      node.type !== 'TSNonNullExpression'
    )
      return;
    visit(node, above);
    const below = [node, ...above];
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) go(child, below);
  };
  go(source.tree, []);
}

/** The text of a string; for a template its fixed parts with `*` for expressions. null for others. */
export function textOfNode(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return null;
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string | null } }[];
  return quasis.map(({ value }) => value.cooked ?? '').join('*');
}

/** `console/src/ui/Logo.tsx:12`, for a message that leads there. */
export function placeOf(source: Source, node: Node): string {
  return `${source.path}:${source.code.slice(0, node.start).split('\n').length}`;
}
