// What a command works with: the settings of the service. Reading them, the command becomes the user of the service.
import { readConfig, type Config } from '../config.ts';
import { actAsOwnerOf } from './act-as-owner.ts';

/** For a command that works on the data folder. Call it after reading what only the caller may read. */
export function configOfService(): Config {
  const config = readConfig(process.env);
  actAsOwnerOf(config.dataDir);
  return config;
}
