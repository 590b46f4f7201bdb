// doctor: is this installation healthy? Reads only.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { publicUrlOf } from '../config.ts';
import { loadSecretKey } from '../secret-key.ts';
import { action } from './run.ts';
import type { CliDeps } from './run.ts';

type Check = { name: string; ok: boolean; detail: string };

export function addDoctorCommand(program: Command): void {
  action(program.command('doctor').description('check this installation'), async (deps) => {
    const checks = await runChecks(deps);
    const ok = checks.every((check) => check.ok);
    if (!ok) process.exitCode = 1;
    return {
      json: { ok, checks },
      text: checks.map((check) => `${check.ok ? 'ok  ' : 'BAD '} ${check.name}: ${check.detail}`).join('\n'),
    };
  });
}

async function runChecks({ config, storage }: CliDeps): Promise<Check[]> {
  await storage.ping();
  const checks: Check[] = [{ name: 'database', ok: true, detail: join(config.dataDir, 'registry.db') }];

  if (config.secretKey === undefined) {
    loadSecretKey(config);
    const mode = statSync(join(config.dataDir, 'secret.key')).mode & 0o777;
    const detail =
      mode === 0o600 ? 'readable by its owner only' : `mode ${mode.toString(8)}; run chmod 600 on secret.key`;
    checks.push({ name: 'secret key', ok: mode === 0o600, detail });
  }
  const isPublic = config.publicUrl !== undefined;
  checks.push({
    name: 'public address',
    ok: true,
    detail: `${publicUrlOf(config)}${isPublic ? '' : ' (set REGISTRY_PUBLIC_URL before works get public pages)'}`,
  });
  const waiting = (await storage.listAccessRequests('queued')).length;
  checks.push({
    name: 'access requests',
    ok: true,
    detail: `${waiting} waiting${waiting > 0 ? '; access-request list shows them' : ''}`,
  });
  const counts = await storage.countDeliveries();
  const failed = counts.failed ?? 0;
  checks.push({
    name: 'webhook deliveries',
    ok: failed === 0,
    detail: `${counts.pending ?? 0} waiting, ${failed} failed${failed > 0 ? '; webhook replay sends one again' : ''}`,
  });
  for (const organization of await storage.listOrganizations()) {
    for (const webhook of await storage.listWebhooks(organization.id)) {
      if (webhook.status === 'active') continue;
      checks.push({
        name: `webhook of ${organization.slug}`,
        ok: false,
        detail: `${webhook.url} is paused; webhook resume --id ${webhook.id}`,
      });
    }
  }
  return checks;
}
