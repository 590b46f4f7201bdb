// Writes schema.sql, the schema that all migrations together make. Run it after adding a migration:
// node registry-server/src/storage/sqlite/engine/dump-schema.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { dumpSchema, migrate } from './migrate.ts';

const db = new BetterSqlite(':memory:');
migrate(db);
writeFileSync(join(import.meta.dirname, '..', 'schema.sql'), dumpSchema(db));
