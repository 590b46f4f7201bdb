// The fault run of a host in its short form; with ARTWORK_REGISTRY_LONG=1 with 200 tenants for minutes. `npm run fault-run -w daemon`
// takes any size and any seed.
import { expect, test } from 'vitest';
import { killAll } from '../../../registry-server/bench/processes.ts';
import { hostFaultRun } from '../support/host-fault-run.ts';
import { LONG, SHORT } from '../support/host-fault-sizes.ts';

const size = process.env['ARTWORK_REGISTRY_LONG'] === '1' ? LONG : SHORT;
const seed = Number(process.env['FAULT_SEED'] ?? 20_260_000);

test(
  'a host that is killed, among tenants that lie and a registry that fails, loses, doubles and mixes up nothing',
  async () => {
    const said: string[] = [];
    const { faults, figures } = await hostFaultRun({ ...size, seed, say: (text) => said.push(text) });
    console.log(JSON.stringify(figures));
    expect(faults, `${said.join('\n')}\n${JSON.stringify(figures)}`).toEqual([]);
  },
  size.quietMs + size.faultyMs + size.healMs + 120_000,
);

process.once('exit', killAll);
