// doctor: is this installation healthy? It reads only, beside a running server; the exit code is 1 when something is
// wrong. Each check says what it found and, if that is bad, what to do.
import type { Command } from 'commander';
import { checkData } from './doctor-data.ts';
import { checkHost } from '../host-checks.ts';
import { action } from './run.ts';

export function addDoctorCommand(program: Command): void {
  action(
    program
      .command('doctor')
      .description('check this installation: files, clock, disk, database, deliveries, keys, receivers'),
    async (deps) => {
      const { publicUrl } = deps.storage.identity;
      const checks = [
        ...checkHost({ ...deps.config, publicUrl: publicUrl ?? undefined }),
        ...(await checkData(deps)),
      ];
      const ok = checks.every((check) => check.ok);
      if (!ok) process.exitCode = 1;
      return {
        json: { ok, checks },
        text: checks
          .map((check) => `${check.ok ? 'ok  ' : 'BAD '} ${check.name}: ${check.detail}`)
          .join('\n'),
      };
    },
  );
}
