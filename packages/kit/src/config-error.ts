import { readFileSync } from 'node:fs';

/** A setting is not what it may be; the message names the setting. For people, and shown without a stack. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The content of a file that a setting names. Throws a ConfigError that names both. */
export function readFileOfSetting(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new ConfigError(`${setting}: ${file} cannot be read: ${(error as Error).message}`);
  }
}
