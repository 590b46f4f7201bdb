// E-mail as a mail server receives it.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { LIMITS } from '@artwork-registry/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { finishDelivery, claimDeliveries } from '../../tests/support/deliveries.ts';
import { addAccessRequest, addOrganization } from '../../tests/support/publishers.ts';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';
import { approveAccess } from '../domain/access/access-requests.ts';
import type { Storage } from '../storage/storage.ts';
import { MailKeeper } from './mail-keeper.ts';
import type { HostProblem } from './problem-letters.ts';

const FAILED = {
  kind: 'failed' as const,
  status: 500,
  error: 'status 500',
  durationMs: 5,
  answer: null,
  nextAttemptAtMs: null,
  cooldownMs: [0],
};

let registry: TestRegistry;
let server: SMTPServer;
let received: { to: string[]; text: string }[];
let isFull: boolean;
let delayMs: number;
let hostProblems: HostProblem[];
const faults: string[] = [];

beforeEach(async () => {
  registry = await startTestRegistry();
  [received, isFull, delayMs, hostProblems] = [[], false, 0, []];
  server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        if (isFull) return done(new Error('mailbox full'));
        // Long lines are broken for the way (quoted-printable).
        const whole = text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: whole });
        setTimeout(done, delayMs);
        return undefined;
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  vi.useRealTimers();
  await new Promise<void>((resolve) => server.close(resolve));
  await registry.close();
});

function keeper(broken?: Partial<Storage>): MailKeeper {
  const { port } = server.server.address() as AddressInfo;
  const settings = {
    url: `smtp://127.0.0.1:${port}`,
    from: 'registry@example.org',
    operators: ['anna@example.org', 'bert@example.org'],
  };
  return new MailKeeper(settings, {
    storage: { ...registry.storage, ...broken },
    clock: registry.clock,
    findHostProblems: () => hostProblems,
    place: () => ({ name: 'Art Register', publicUrl: 'https://registry.example' }),
    logger: { info: () => undefined, error: (_: unknown, text: string) => faults.push(text) } as never,
  });
}

it('operators hear of a request once, also after a restart and from several instances', async () => {
  const id = await addAccessRequest(registry.storage, { organization: 'Galerie am See' });
  await Promise.all([keeper().sendDue(), keeper().sendDue()]);
  await keeper().sendDue();
  expect(received).toHaveLength(1);
  expect(received[0]?.to).toEqual(['anna@example.org', 'bert@example.org']);
  expect(received[0]?.text).toContain('Subject: Galerie am See asks for access to Art Register');
  expect(received[0]?.text).toContain(`/operator/access-requests/${id}`);
});

it('a slow mail server gets each letter once, though looks of one process and of others fall into it', async () => {
  delayMs = 300;
  for (const organization of ['Am See', 'Rialto', 'Prado'])
    await addAccessRequest(registry.storage, { organization });
  const one = keeper();
  const first = one.sendDue();
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 5000, interval: 20 });
  // A look of its own timer, and another instance after the five minutes of a lease.
  await one.sendDue();
  registry.clock.ms += 4 * 60_000;
  await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 5000, interval: 20 });
  registry.clock.ms += 2 * 60_000;
  await keeper().sendDue();
  await first;
  expect(received).toHaveLength(3);
});

it('a keeper looks again only a while after its last look has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const one = keeper();
  let looks = 0;
  let endLook = () => undefined as void;
  vi.spyOn(one, 'sendDue').mockImplementation(() => {
    looks += 1;
    return new Promise((resolve) => (endLook = resolve));
  });
  one.start();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toBe(1);
  endLook();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(2);
  const stopped = one.stop();
  endLook();
  await stopped;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toBe(2);
});

it('a letter that is sent again after a crash has the same Message-ID, and a problem that is back has another', async () => {
  const idsOf = () => received.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1]);
  await addAccessRequest(registry.storage, { organization: 'Rialto' });
  hostProblems = [{ name: 'disk', detail: 'full' }];
  const crashing = keeper({
    recordSentMail: () => Promise.reject(new Error('killed')),
    hasSentMail: () => Promise.resolve(false),
  });
  await expect(crashing.sendDue()).rejects.toThrow('killed');
  await keeper().sendDue();
  expect(idsOf()).toHaveLength(3);
  expect(idsOf()[1]).toBe(idsOf()[0]);
  expect(idsOf()[2]).not.toBe(idsOf()[0]);

  const one = keeper();
  hostProblems = [];
  await one.sendDue();
  registry.clock.ms += 3_600_000;
  await one.sendDue();
  hostProblems = [{ name: 'disk', detail: 'full' }];
  await one.sendDue();
  expect(new Set(idsOf()).size).toBe(3);
  expect(idsOf()).toHaveLength(4);
});

it('the person who asked hears the reason of a rejection', async () => {
  const id = await addAccessRequest(registry.storage, { organization: 'Rialto' });
  await registry.storage.rejectAccessRequest(id, 'No gallery\nat this address');
  await keeper().sendDue();
  expect(received).toHaveLength(1);
  expect(received[0]?.to).toEqual(['ana@example.org']);
  expect(received[0]?.text).toMatch(/> No gallery\r\n> at this address/);
});

it.each([
  [true, 'Your website continues by itself.'],
  [false, 'sends you your key on another way'],
])(
  'the person who asked hears of the approval, without the key (fetched by a program: %s)',
  async (isFetched, said) => {
    const { storage } = registry;
    const id = await addAccessRequest(storage, { organization: 'Rialto' });
    if (isFetched) await storage.claimAccess(id);
    const { organizationId } = await addOrganization(storage, 'own');
    const approved = await approveAccess(
      { storage, secretKeys: [Buffer.alloc(32, 7)] },
      (await storage.findAccessRequest(id))!,
      { organizationId },
    );
    await keeper().sendDue();
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toEqual(['ana@example.org']);
    expect(received[0]?.text).toContain('Subject: Rialto has access to Art Register');
    expect(received[0]?.text).toContain(said);
    expect(received[0]?.text).not.toContain(approved!.prefix);
  },
);

it('a decision of long ago is not told when e-mail is switched on', async () => {
  const id = await addAccessRequest(registry.storage, { organization: 'Rialto' });
  await registry.storage.rejectAccessRequest(id, 'no');
  registry.clock.ms += 2 * 86_400_000;
  await keeper().sendDue();
  expect(received).toEqual([]);
});

it('what the mail server refused is sent with a later look', async () => {
  await addAccessRequest(registry.storage, { organization: 'Rialto' });
  isFull = true;
  await keeper().sendDue();
  expect(faults).toEqual(['the mail server did not take an e-mail']);
  isFull = false;
  await keeper().sendDue();
  expect(received).toHaveLength(1);
});

it('a name cannot add a header of its own', async () => {
  await addAccessRequest(registry.storage, { organization: 'X\r\nBcc: eve@example.org' });
  await keeper().sendDue();
  expect(received[0]?.to).toEqual(['anna@example.org', 'bert@example.org']);
  const [head] = received[0]!.text.split('\r\n\r\n');
  expect(head).not.toMatch(/^Bcc:/m);
});

describe('a problem', () => {
  const subjects = () => received.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());
  const hour = 3_600_000;
  const addWebhook = async () => {
    const { organizationId } = await addOrganization(registry.storage, 'own');
    const url = 'https://receiver.example/hook';
    return registry.storage.insertWebhook({ organizationId, url, events: ['*'], secret: 's' });
  };

  it('is told to the operators once, while it lasts, from several instances', async () => {
    const { id } = await addWebhook();
    await registry.storage.insertTestDelivery(id);
    registry.clock.ms += hour - 1;
    await keeper().sendDue();
    expect(received).toEqual([]);
    registry.clock.ms += 2 * hour;
    const one = keeper();
    for (const each of [one, keeper(), one]) await each.sendDue();
    registry.clock.ms += 40 * hour;
    await one.sendDue();
    expect(subjects()).toEqual(['Art Register: webhook deliveries are late']);
    expect(received[0]?.to).toEqual(['anna@example.org', 'bert@example.org']);
    expect(received[0]?.text).toContain('A delivery has been due for 2 h, and 1 wait.');
    expect(received[0]?.text).toContain('https://registry.example/operator/webhooks');
  });

  it('is a webhook that failed until it was paused, and none that an operator paused', async () => {
    const { id } = await addWebhook();
    await registry.storage.updateWebhookStatus(id, 'paused');
    await keeper().sendDue();
    expect(received).toEqual([]);
    await registry.storage.updateWebhookStatus(id, 'active');
    for (let failed = 0; failed < LIMITS.webhookPauseAfter; failed += 1) {
      await registry.storage.insertTestDelivery(id);
      const [claim] = await claimDeliveries(registry.storage, registry.clock.ms);
      await finishDelivery(registry.storage, claim!, FAILED);
      registry.clock.ms += 60_000;
    }
    await keeper().sendDue();
    expect(subjects()).toEqual(['Art Register: a webhook of own is paused']);
    expect(received[0]?.text).toContain('https://receiver.example/hook failed 10 times in a row');
    expect(received[0]?.text).toContain('https://registry.example/operator/webhooks?org=own');
  });

  it('of the machine is told with what to do, and again only after it was gone for an hour', async () => {
    const one = keeper();
    const look = async (problems: HostProblem[], minutes: number) => {
      hostProblems = problems;
      registry.clock.ms += minutes * 60_000;
      await one.sendDue();
      return received.length;
    };
    const disk = { name: 'disk', detail: '0.4 GiB of 20.0 GiB free; make room' };
    const backups = { name: 'backups', detail: 'there is none' };
    expect(await look([disk, backups], 0)).toBe(2);
    expect(subjects()).toEqual([
      'Art Register: problem with the disk',
      'Art Register: problem with the backups',
    ]);
    expect(received[0]?.text).toContain('0.4 GiB of 20.0 GiB free; make room');
    expect(await look([backups], 1)).toBe(2);
    expect(await look([disk, backups], 30)).toBe(2);
    expect(await look([backups], 1)).toBe(2);
    expect(await look([backups], 61)).toBe(2);
    expect(await look([disk, backups], 1)).toBe(3);
  });
});
