// What a program that uses the registry may import.
export { createRegistryClient } from './client.ts';
export type { CallOptions, Change, ClientOptions, RegistryClient } from './client.ts';
export { RegistryError } from './registry-error.ts';
export type { Issue } from './registry-error.ts';
export type { RetryOptions } from './retrying-fetch.ts';
export type { components, paths } from './api.generated.ts';
export { isStaleEvent, receiveWebhook, resourceKeyOf, verifyWebhook } from '@artwork-registry/contract';
export type { WebhookEvent, WebhookInbox, WebhookReceipt } from '@artwork-registry/contract';
