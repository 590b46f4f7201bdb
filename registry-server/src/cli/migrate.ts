// migrate: creates the database, or migrates it to this version, without starting a server.
import type { Command } from 'commander';
import { origin } from '../config.ts';
import { openWriter } from '../storage/sqlite/engine/connection.ts';
import { readVersion } from '../storage/sqlite/engine/migrate.ts';
import { lockFolder } from '../storage/sqlite/serve-lock.ts';
import { writePublicUrl } from '../storage/sqlite/settings.ts';
import { databaseFile, openStorage, plainAction, UsageError } from './run.ts';

export function addMigrateCommand(program: Command): void {
  plainAction<{ publicUrl?: string }>(
    program
      .command('migrate')
      .description('make the database or bring it to this version; stop the server and make a backup first')
      .option('--public-url <origin>', 'the registry has moved: write its new address into the database'),
    async (config, options) => {
      const file = databaseFile(config);
      const moved = options.publicUrl === undefined ? undefined : readOrigin(options.publicUrl);
      const unlock = lockFolder(config.dataDir);
      try {
        const settled = moved === undefined ? config : { ...config, publicUrl: undefined };
        const storage = openStorage(settled, { mustExist: false });
        const { idPrefix } = storage.settings;
        let { publicUrl } = storage.settings;
        await storage.close();
        const db = openWriter(file);
        if (moved !== undefined) writePublicUrl(db, (publicUrl = moved));
        const version = readVersion(db);
        db.close();
        return {
          json: { file, schema_version: version, id_prefix: idPrefix, public_url: publicUrl },
          text: `${file}: version ${version}, Art IDs begin with ${idPrefix}, address ${publicUrl ?? 'not set'}`,
        };
      } finally {
        unlock();
      }
    },
  );
}

function readOrigin(text: string): string {
  const parsed = origin.safeParse(text);
  if (!parsed.success)
    throw new UsageError(`--public-url ${parsed.error.issues[0]?.message ?? 'is not usable'}`);
  return parsed.data;
}
