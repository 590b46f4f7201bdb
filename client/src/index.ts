// What a program that uses the registry may import.
export { createRegistryClient } from './client.ts';
export type { ClientOptions, RegistryClient } from './client.ts';
export { RegistryError } from './registry-error.ts';
export type { Issue } from './registry-error.ts';
export type { components, paths } from './api.generated.ts';
export { isStaleEvent, receiveWebhook, resourceKeyOf, verifyWebhook } from '@artwork-registry/contract';
export type { WebhookEvent, WebhookInbox, WebhookReceipt } from '@artwork-registry/contract';
