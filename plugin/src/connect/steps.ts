// Derives the next of the five steps from the site's state, so that a reload continues where it was left.
import { __ } from '@wordpress/i18n';
import type { Connection } from '../screen/api.ts';

export const STEPS = ['service', 'account', 'profile', 'choice', 'register'] as const;
export type StepId = (typeof STEPS)[number];

export function isDone(step: StepId, connection: Connection): boolean {
  const { account, registry, setup } = connection;
  const hasAccount =
    connection.is_paired &&
    registry !== null &&
    ['ok', 'unreachable', 'no_write_target'].includes(account.state);
  const done: Record<StepId, boolean> = {
    service: connection.is_paired,
    account: hasAccount,
    profile: hasAccount && setup.profile && account.state !== 'no_write_target',
    choice: setup.choice,
    register: setup.finished,
  };
  return done[step];
}

/** The first that is not done; null: all are. */
export function nextStep(connection: Connection): StepId | null {
  return STEPS.find((step) => !isDone(step, connection)) ?? null;
}

export function titleOf(step: StepId): string {
  const titles: Record<StepId, string> = {
    service: __('Sync service', 'artwork-registry-connector'),
    account: __('Registry account', 'artwork-registry-connector'),
    profile: __('Profile', 'artwork-registry-connector'),
    choice: __('What to register', 'artwork-registry-connector'),
    register: __('Review before registering', 'artwork-registry-connector'),
  };
  return titles[step];
}
