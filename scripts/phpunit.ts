// `npm run phpunit -- [--database sqlite|mariadb] [what PHPUnit takes]`: the plugin's PHP tests alone, on a WordPress that is made for them.
import { databases, type Database } from '../stage/wordpress/wordpress.ts';
import { phpUnit } from './suites.ts';

const args = process.argv.slice(2);
let database: Database = 'mariadb';
const at = args.indexOf('--database');
if (at >= 0) {
  const given = databases.find((name) => name === args[at + 1]);
  if (!given) {
    console.error(`--database takes ${databases.join(' or ')}.`);
    process.exit(2);
  }
  database = given;
  args.splice(at, 2);
}
process.exit(await phpUnit(database, args, (text) => void process.stdout.write(text)));
