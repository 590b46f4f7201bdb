// What the operator of a host asks and orders: its sites, one site, pause, resume, remove, export, totals. Works beside a
// running host, which notices at once; only a new sealing key wants it to stand still.
import { existsSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { hashPassword, newPassword } from '#kit/password';
import { systemClock } from '#kit/clock';
import { cellFolder } from '../host/cells.ts';
import { directoryFile, openDirectory, type Directory, type SiteRow } from '../host/directory.ts';
import { readHostConfig } from '../host/host-settings.ts';
import { addSealingKey, dropOlderKeys, openSealingKey } from '../host/sealing-key.ts';
import { journalFile } from '../journal/journal-file.ts';
import { contactOf, hasWords, stateOf } from '../host/site-words.ts';
import { isServiceRunning } from '../journal/service-lock.ts';
import { actAsOwnerOf } from './act-as-owner.ts';
import { CommandFailed } from './command-failed.ts';
import { answer } from './output.ts';

type Options = { json?: boolean };
type Opened = { directory: Directory; dataDir: string };

/** `isRoot`: stays root, as for a key in a folder that the service may not write to. */
async function withDirectory(
  work: (opened: Opened) => void | Promise<void>,
  { isRoot = false } = {},
): Promise<void> {
  const { config, settings } = readHostConfig(process.env);
  const { dataDir } = config;
  if (!existsSync(directoryFile(dataDir)))
    throw new CommandFailed(`There is no host in ${dataDir}. DAEMON_DATA_DIR names its folder.`);
  const key = openSealingKey(settings.sealingKeyFile, { mustExist: true });
  if (!isRoot) actAsOwnerOf(dataDir);
  const directory = openDirectory(dataDir, key);
  try {
    await work({ directory, dataDir });
  } finally {
    directory.close();
  }
}

/** By id or address. */
function find({ directory }: Opened, site: string): SiteRow {
  const wanted = site.replace(/\/+$/, '');
  const rows = directory
    .list()
    .filter((row) => row.site_id === wanted || row.site_url.replace(/\/+$/, '') === wanted);
  if (rows.length === 1) return rows[0]!;
  throw new CommandFailed(
    rows.length === 0
      ? `This host has no site ${site}. "host sites" lists them.`
      : `Several sites have the address ${site}: ${rows.map((row) => row.site_id).join(', ')}. Name one by its id.`,
  );
}

const lineOf = (row: SiteRow): string =>
  [
    row.site_id,
    stateOf(row).padEnd(16),
    (row.carrier ?? '–').padEnd(8),
    (row.is_proven === 1 ? 'proven' : 'unproven').padEnd(9),
    String(row.waiting).padStart(6),
    contactOf(row, systemClock.now()).padEnd(22),
    row.site_url,
  ].join('  ');

export const hostSites = (options: Options & { search?: string }): Promise<void> =>
  withDirectory(({ directory }) => {
    const rows = directory.list().filter((row) => hasWords(row, options.search ?? ''));
    answer(options.json, { sites: rows }, rows.length === 0 ? ['No site is connected.'] : rows.map(lineOf));
  });

export const hostSite = (site: string, options: Options): Promise<void> =>
  withDirectory((opened) => {
    const row = find(opened, site);
    answer(options.json, row, [
      `${'state'.padEnd(18)}${stateOf(row)}, last contact: ${contactOf(row, systemClock.now())}`,
      ...Object.entries(row)
        .filter(([name]) => name !== 'state')
        .map(([name, value]) => `${name.padEnd(18)}${value ?? '–'}`),
    ]);
  });

/** `state` served: the site is served again. */
export const setHostSite = (state: SiteRow['state']) => (site: string, options: Options) =>
  withDirectory((opened) => {
    const { site_id: id, site_url: url } = find(opened, site);
    opened.directory.setState(id, state);
    const sentence =
      state === 'paused'
        ? `${url} is paused: nothing is read or sent until "host resume ${id}".`
        : `${url} is served again.`;
    answer(options.json, { site_id: id, state }, [sentence]);
  });

export const removeHostSite = (site: string, options: Options & { yes?: boolean }): Promise<void> =>
  withDirectory((opened) => {
    const { site_id: id, site_url: url } = find(opened, site);
    if (!options.yes)
      throw new CommandFailed(
        `This destroys the key and the journal of ${url} on this host; its entries in the registry stay. Repeat with --yes.`,
      );
    opened.directory.remove(id);
    answer(options.json, { site_id: id, removed: true }, [`${url} is removed, with its key.`]);
  });

/** For reading; nothing imports it, because a journal is rebuilt from the registry and the shop. */
export const exportHostSite = (site: string): Promise<void> =>
  withDirectory((opened) => {
    const row = find(opened, site);
    process.stdout.write(`${JSON.stringify({ site: row })}\n`);
    const file = journalFile(cellFolder(opened.dataDir, row.cell));
    if (!existsSync(file)) return;
    const journal = new Database(file, { readonly: true });
    try {
      const works = journal.prepare(
        `SELECT external_id, title, site_state, state, registry_id, confirmed_at FROM work WHERE site_id = ?
         ORDER BY external_id`,
      );
      for (const work of works.iterate(row.site_id)) process.stdout.write(`${JSON.stringify({ work })}\n`);
    } finally {
      journal.close();
    }
  });

export const hostStats = (options: Options): Promise<void> =>
  withDirectory(({ directory }) => {
    const rows = directory.list();
    const count = (test: (row: SiteRow) => boolean) => rows.filter(test).length;
    const stats = {
      sites: rows.length,
      cells: directory.cells().length,
      working: count((row) => stateOf(row) === 'working'),
      with_problem: count((row) => stateOf(row) === 'has a problem'),
      without_key: count((row) => row.has_key === 0),
      paused: count((row) => row.state === 'paused'),
      unproven: count((row) => row.is_proven === 0),
      by_mailbox: count((row) => row.carrier === 'mailbox'),
      artworks_waiting: rows.reduce((sum, row) => sum + row.waiting, 0),
    };
    answer(
      options.json,
      stats,
      Object.entries(stats).map(([name, value]) => `${name.replaceAll('_', ' ').padEnd(18)}${value}`),
    );
  });

/** The running cells know the keys that they began with, so the host must stand still. */
export const rotateHostKey = async (options: Options): Promise<void> => {
  const { config, settings } = readHostConfig(process.env);
  if (isServiceRunning(config.dataDir))
    throw new CommandFailed('Stop the host first: it would not know the new key.');
  const { sealingKeyFile } = settings;
  addSealingKey(sealingKeyFile);
  await withDirectory(
    ({ directory }) => {
      const resealed = directory.reseal();
      dropOlderKeys(sealingKeyFile);
      answer(options.json, { resealed }, [
        `${resealed} sites are sealed with a new key in ${sealingKeyFile}. Back that file up, then start the host.`,
      ]);
    },
    { isRoot: true },
  );
};

/** Reads the password from standard input: an argument could be seen by others on this machine. */
export const hostPassword = async (options: Options): Promise<void> => {
  const hash = await hashPassword(newPassword(readFileSync(0, 'utf8')));
  answer(options.json, { password_hash: hash }, [`DAEMON_CONSOLE_PASSWORD_HASH=${hash}`]);
};
