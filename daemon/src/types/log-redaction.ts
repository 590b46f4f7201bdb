// Names of fields that no log line shows.

export const REDACTED = [
  'apiKey',
  'secret',
  'webhookSecret',
  'claimToken',
  '*.apiKey',
  '*.secret',
  '*.webhookSecret',
  '*.claimToken',
  'basicAuth',
  '*.basicAuth',
  '*.authorization',
];
