// reseal: after a rotation of REGISTRY_SECRET_KEY, encrypts everything with the newest key, so that the old one can go.
import type { Command } from 'commander';
import { reseal } from '../domain/access/reseal.ts';
import type { ResealReport } from '../domain/access/reseal.ts';
import { loadSecretKeys } from '../secret-key.ts';
import { recordedAction } from './run.ts';

export function addResealCommand(program: Command): void {
  recordedAction(
    program
      .command('reseal')
      .description(
        'encrypt every secret with the newest of REGISTRY_SECRET_KEY; may be broken off and run again',
      ),
    async ({ storage, config }) => {
      const report = await reseal(storage, loadSecretKeys(config));
      if (report.unreadable.length > 0) process.exitCode = 1;
      const unreadable = report.unreadable.map(({ of, id }) => ({ of, id }));
      return { json: { ...report, unreadable }, text: textOf(report) };
    },
  );
}

function textOf({ resealed, current, unreadable }: ResealReport): string {
  const done = `${resealed} encrypted again, ${current} had the newest key already`;
  if (unreadable.length === 0) return `${done}; older keys are not needed any more`;
  const rows = unreadable.map(({ of, id }) => WHAT_TO_DO[of](id));
  return [done, ...rows].join('\n');
}

const WHAT_TO_DO: Readonly<Record<ResealReport['unreadable'][number]['of'], (id: string) => string>> = {
  webhook: (id) =>
    `webhook ${id}: no key opens its signing secret; put its key into REGISTRY_SECRET_KEY, or webhook rotate`,
  access_request: (id) =>
    `access request ${id}: no key opens its key; put its key into REGISTRY_SECRET_KEY, or key revoke and let them ask again`,
  signing_key: (id) =>
    `signing key ${id}: no key opens it; put its key into REGISTRY_SECRET_KEY, or certificate rotate-key`,
};
