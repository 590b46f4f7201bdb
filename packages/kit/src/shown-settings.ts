// What `config check` and `config example` show of the settings of a service.
import type { z } from 'zod';
import { withoutEmpty } from './settings-file.ts';
import type { Environment } from './settings-file.ts';

export type ShownSetting = {
  name: string;
  /** As the file would have it, without secrets; null: unset, and the setting's own sentence says what that means. */
  value: string | null;
  source: 'file' | 'environment' | 'default';
};

const EXAMPLE_WIDTH = 100;

/** Every setting of the schema. `secrets`: those shown as "set". The environment wins; an empty value is none. */
export function shownSettings(
  schema: z.ZodObject,
  given: { file: Environment; environment: Environment },
  secrets: readonly string[],
): ShownSetting[] {
  const [file, environment] = [withoutEmpty(given.file), withoutEmpty(given.environment)];
  return Object.keys(schema.shape).map((name) => {
    const value = environment[name] ?? file[name];
    if (value === undefined) return { name, value: defaultOf(schema, name), source: 'default' };
    const source = environment[name] === undefined ? 'file' : 'environment';
    return { name, value: secrets.includes(name) ? 'set' : withoutPassword(value), source };
  });
}

/** A settings file with every setting commented out, its sentence above it; `head`: paragraphs. */
export function exampleFile(schema: z.ZodObject, head: readonly string[]): string {
  const settings = Object.entries(schema.shape).map(([name, { description }]) =>
    [...comment(description ?? ''), `#${name}=${defaultOf(schema, name) ?? ''}`].join('\n'),
  );
  return `${[head.flatMap(comment).join('\n'), ...settings].join('\n\n')}\n`;
}

function defaultOf(schema: z.ZodObject, name: string): string | null {
  const { data } = (schema.shape[name] as z.ZodType).safeParse(undefined);
  return data === undefined || (Array.isArray(data) && data.length === 0) ? null : String(data);
}

/** A value as it may be shown. PostgreSQL takes a password behind the question mark too. */
export function withoutPassword(text: string): string {
  const url = URL.parse(text);
  const inQuery = [...(url?.searchParams.keys() ?? [])].filter((name) => /password/i.test(name));
  if (url === null || (url.password === '' && inQuery.length === 0)) return text;
  if (url.password !== '') url.password = 'hidden';
  for (const name of inQuery) url.searchParams.set(name, 'hidden');
  return url.href;
}

/** Lines of a comment, broken between words. */
function comment(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < EXAMPLE_WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}
