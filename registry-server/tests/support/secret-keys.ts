// What every test registry encrypts with.
import type { SecretKeys } from '../../src/secret-key.ts';

export const SECRET_KEYS: SecretKeys = [Buffer.alloc(32, 7)];
