// Another program on a SQLite file: locks belong to processes, so one connection more in this process shows nothing.
import { spawnSync } from 'node:child_process';

/**
 * Opens the file in a process of its own, runs JavaScript with the connection `db`, which does not wait for locks, and closes
 * it. Returns what was printed, or the code of SQLite's error.
 */
export function runInOtherProcess(file: string, statements: string): string {
  const program = `
    import BetterSqlite from ${JSON.stringify(import.meta.resolve('better-sqlite3'))};
    const db = new BetterSqlite(process.argv[1], { timeout: 0 });
    try { ${statements} } catch (error) { console.log(error.code); } finally { db.close(); }`;
  const args = ['--input-type=module', '--eval', program, file];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the other program ended with ${status}: ${stderr}`);
  return stdout.trim();
}
