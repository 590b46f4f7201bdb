// How every command runs: storage opened and closed around it, one object on stdout with --json, errors on stderr.
import { join } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { publicUrlOf, readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { openSqliteStorage } from '../storage/sqlite/open.ts';
import type { Storage } from '../storage/storage.ts';

export type CliDeps = { config: Config; storage: Storage };
export type Output = { json: Record<string, unknown>; text: string };

/** An expected failure with a code for programs and a sentence for people. Exit code 1. */
export class CliError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Wrong usage: exit code 2. */
export class UsageError extends CliError {
  constructor(message: string) {
    super('usage', message);
  }
}

/** Opens the storage as the configuration says; a command needs no threads for it, the server does. */
export function openStorage(
  config: Config,
  { publicUrl = () => publicUrlOf(config), readers = 0 }: { publicUrl?: () => string; readers?: number } = {},
): Storage {
  const file = join(config.dataDir, 'registry.db');
  return openSqliteStorage({ file, clock: systemClock, idPrefix: config.idPrefix, publicUrl, readers });
}

/** Gives a command its action; `work` gets the options and, first, the arguments. */
export function action<Options>(
  command: Command,
  work: (deps: CliDeps, options: Options, args: string[]) => Promise<Output>,
): Command {
  return command.action(async () => {
    const config = readConfig(process.env);
    const storage = openStorage(config);
    try {
      const options = command.optsWithGlobals() as Options & { json?: boolean };
      const output = await work({ config, storage }, options, command.args);
      process.stdout.write(`${options.json ? JSON.stringify(output.json) : output.text}\n`);
    } finally {
      await storage.close();
    }
  });
}

export async function getOrganization(storage: Storage, slug: string) {
  const organization = await storage.findOrganization(slug);
  if (organization === undefined) {
    throw new CliError('organization_not_found', `there is no organisation "${slug}"; org list shows them`);
  }
  return organization;
}

/** A slug as it appears in addresses. */
export function checkSlug(slug: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 100) {
    throw new UsageError(`"${slug}" is no slug: use small letters, digits and single hyphens`);
  }
  return slug;
}

/** One line per row, columns aligned. */
export function table(rows: (string | number | null)[][], empty: string): string {
  if (rows.length === 0) return empty;
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '-').length))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => String(cell ?? '-').padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
