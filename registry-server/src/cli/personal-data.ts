// org export, org erase and person: what the registry holds of somebody is given out, or erased for good.
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { CliError } from '#kit/cli-error';
import type { DataLine } from '../domain/curation/personal-data.ts';
import { sync } from '#kit/sync-to-disk';
import { eraseOrganization, exportOrganization } from '../operator/actions/organization.ts';
import { erasePerson, exportPerson, NOTHING_HELD } from '../operator/actions/person.ts';
import { operatorAction } from './operator-action.ts';

export function addOrganizationDataCommands(org: Command): void {
  operatorAction(
    org
      .command('export')
      .description('write everything that is held of an organisation into a file, one JSON object a line')
      .argument('<file>', 'must not exist')
      .requiredOption('--slug <slug>', 'the organisation'),
    exportOrganization,
    async ({ data }, _options, _deps, [file = '']) => {
      const lines = await writeLines(file, data);
      return { json: { file, ...lines }, text: `${file}: ${inWords(lines)}` };
    },
  );
  operatorAction(
    org
      .command('erase')
      .description(
        'end its keys and erase its works, names, sites and webhooks for good; its Art IDs stay, withdrawn',
      )
      .requiredOption('--slug <slug>', 'the organisation')
      .option('--yes', 'do it; it cannot be undone'),
    eraseOrganization,
    (erased, { slug }: { slug: string }) => ({
      json: { erased },
      text: [
        `${slug} is erased: ${erased.works} works; it is called ${erased.slug} now.`,
        'Dumps follow within a minute; backups and their copies keep it until they are removed.',
      ].join('\n'),
    }),
  );
}

export function addPersonCommands(program: Command): void {
  const person = program
    .command('person')
    .description('people who asked for access, by their e-mail address');
  const withEmail = (name: string, description: string) =>
    person
      .command(name)
      .description(description)
      .requiredOption('--email <address>', 'theirs; upper and lower case are the same');

  operatorAction(
    withEmail(
      'export',
      'show everything that is held of a person: their requests and the keys that came of them',
    ),
    exportPerson,
    (data) => ({
      json: { data },
      text: data.map((line) => JSON.stringify(line)).join('\n') || NOTHING_HELD,
    }),
  );
  operatorAction(
    withEmail(
      'erase',
      'erase their requests for good; read keys end, keys of organisations lose their name',
    ).option('--yes', 'do it; it cannot be undone'),
    erasePerson,
    (erased) => ({
      json: { erased },
      text: `${erased.requests} requests and ${erased.keys} keys are erased`,
    }),
  );
}

/** Whole or not at all; answers how many lines of each kind. */
async function writeLines(file: string, data: AsyncIterable<DataLine>): Promise<Record<string, number>> {
  if (existsSync(file)) throw new CliError('file_exists', `${file} exists already; name another file`);
  const counts: Record<string, number> = {};
  const draft = `${file}.${process.pid}.draft`;
  async function* texts() {
    for await (const line of data) {
      counts[line.object] = (counts[line.object] ?? 0) + 1;
      yield `${JSON.stringify(line)}\n`;
    }
  }
  try {
    await pipeline(Readable.from(texts()), createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
    sync(draft);
    renameSync(draft, file);
    sync(dirname(file));
  } finally {
    rmSync(draft, { force: true });
  }
  return counts;
}

const inWords = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
