// Reads keys and secrets from a file, standard input or the environment; never from an argument, which others can see.
import { readFileSync } from 'node:fs';
import { CommandFailed } from './command-failed.ts';

export type ApiKeyOptions = { apiKeyFile?: string; apiKeyStdin?: boolean };
export type WebhookSecretOptions = { webhookSecretFile?: string; webhookSecretStdin?: boolean };

/** The API key, or null where none was given. */
export function readApiKey(options: ApiKeyOptions): string | null {
  if (options.apiKeyFile) return readSecretFile(options.apiKeyFile, 'API key');
  if (options.apiKeyStdin) return readStdin('API key');
  return process.env['REGISTRY_API_KEY']?.trim() || null;
}

/** The signing secret, or null where none was given. */
export function readWebhookSecret(options: WebhookSecretOptions): string | null {
  if (options.webhookSecretFile) return readSecretFile(options.webhookSecretFile, 'signing secret');
  return options.webhookSecretStdin ? readStdin('signing secret') : null;
}

function readSecretFile(file: string, what: string): string {
  try {
    return nonEmpty(readFileSync(file, 'utf8'), what);
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    throw new CommandFailed(`The file with the ${what} cannot be read: ${file}`);
  }
}

const readStdin = (what: string): string => nonEmpty(readFileSync(0, 'utf8'), what);

function nonEmpty(text: string, what: string): string {
  const value = text.trim();
  if (value === '' || /\s/.test(value)) throw new CommandFailed(`The ${what} is empty or has spaces in it.`);
  return value;
}
