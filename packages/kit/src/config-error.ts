/** A setting is not what it may be; the message names the setting. For people, and shown without a stack. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
