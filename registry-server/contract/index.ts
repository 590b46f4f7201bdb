// The contract of the Artwork Registry API v1: what server and daemon share, and nothing else.
export * from './access-request.ts';
export * from './artwork.ts';
export * from './batch-update.ts';
export * from './canonical-json.ts';
export * from './changes.ts';
export * from './connect.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './fingerprint.ts';
export * from './limits.ts';
export * from './match.ts';
export * from './protected-fields.ts';
export * from './record.ts';
export * from './service.ts';
export * from './signature.ts';
export * from './source.ts';
export * from './sync.ts';
export { cleanText } from './text.ts';
