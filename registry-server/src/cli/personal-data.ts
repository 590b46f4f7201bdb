// org export, org erase and person: what the registry holds of somebody is given out, or erased for good.
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { CliError } from '#kit/cli-error';
import { PUBLIC_READERS } from '../domain/access-keys.ts';
import { eraseOrganization, erasePerson, organizationData, personData } from '../domain/personal-data.ts';
import type { DataLine } from '../domain/personal-data.ts';
import { sync } from '#kit/sync-to-disk';
import { withProgress } from './progress.ts';
import { getOrganization, recordedAction } from './run.ts';

const NOT_CONFIRMED = 'this cannot be undone: export it first, then add --yes';

export function addOrganizationDataCommands(org: Command): void {
  recordedAction<{ slug: string }>(
    org
      .command('export')
      .description('write everything that is held of an organisation into a file, one JSON object a line')
      .argument('<file>', 'must not exist')
      .requiredOption('--slug <slug>', 'the organisation'),
    async ({ storage }, { slug }, [file = '']) => {
      const organization = await getOrganization(storage, slug);
      const lines = await writeLines(file, organizationData(storage, organization));
      return { json: { file, ...lines }, text: `${file}: ${inWords(lines)}` };
    },
  );
  recordedAction<{ slug: string; yes?: boolean }>(
    org
      .command('erase')
      .description(
        'end its keys and erase its works, names, sites and webhooks for good; its Art IDs stay, withdrawn',
      )
      .requiredOption('--slug <slug>', 'the organisation')
      .option('--yes', 'do it; it cannot be undone'),
    async ({ storage }, { slug, yes: isConfirmed = false }) => {
      const organization = await getOrganization(storage, slug);
      if (organization.id === PUBLIC_READERS)
        throw new CliError('built_in', `${slug} holds the read keys of everybody and stays`);
      if (!isConfirmed) throw new CliError('not_confirmed', NOT_CONFIRMED);
      const works = (await storage.listOrganizationSummaries()).find(({ id }) => id === organization.id);
      const erased = await withProgress((show) =>
        eraseOrganization(storage, organization, works?.publicWorks ?? 0, show),
      );
      return {
        json: { erased },
        text: [
          `${slug} is erased: ${erased.works} works; it is called ${erased.slug} now.`,
          'Dumps follow within a minute; backups and their copies keep it until they are removed.',
        ].join('\n'),
      };
    },
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

  recordedAction<{ email: string }>(
    withEmail(
      'export',
      'show everything that is held of a person: their requests and the keys that came of them',
    ),
    async ({ storage }, { email }) => {
      const data = await personData(storage, email);
      const text = data.map((line) => JSON.stringify(line)).join('\n');
      return { json: { data }, text: text || 'nothing is held of this address' };
    },
  );
  recordedAction<{ email: string; yes?: boolean }>(
    withEmail(
      'erase',
      'erase their requests for good; read keys end, keys of organisations lose their name',
    ).option('--yes', 'do it; it cannot be undone'),
    async ({ storage }, { email, yes: isConfirmed = false }) => {
      if (!isConfirmed) throw new CliError('not_confirmed', NOT_CONFIRMED);
      const erased = await erasePerson(storage, email);
      return { json: { erased }, text: `${erased.requests} requests and ${erased.keys} keys are erased` };
    },
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
  } finally {
    rmSync(draft, { force: true });
  }
  return counts;
}

const inWords = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
