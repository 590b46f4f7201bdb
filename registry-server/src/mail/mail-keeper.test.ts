// E-mail as a mail server receives it.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addAccessRequest } from '../../tests/support/publishers.ts';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';
import { MailKeeper } from './mail-keeper.ts';

let registry: TestRegistry;
let server: SMTPServer;
let received: { to: string[]; text: string }[];
let isFull: boolean;
const faults: string[] = [];

beforeEach(async () => {
  registry = await startTestRegistry();
  [received, isFull] = [[], false];
  server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        if (isFull) return done(new Error('mailbox full'));
        // Long lines are broken for the way (quoted-printable).
        const whole = text.replaceAll('=\r\n', '');
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: whole });
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
  await registry.close();
});

function keeper(): MailKeeper {
  const { port } = server.server.address() as AddressInfo;
  const settings = {
    url: `smtp://127.0.0.1:${port}`,
    from: 'registry@example.org',
    operators: ['anna@example.org', 'bert@example.org'],
  };
  return new MailKeeper(settings, {
    storage: registry.storage,
    clock: registry.clock,
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

it('the person who asked hears the reason of a rejection', async () => {
  const id = await addAccessRequest(registry.storage, { organization: 'Rialto' });
  await registry.storage.rejectAccessRequest(id, 'No gallery\nat this address');
  await keeper().sendDue();
  expect(received).toHaveLength(1);
  expect(received[0]?.to).toEqual(['ana@example.org']);
  expect(received[0]?.text).toMatch(/> No gallery\r\n> at this address/);
});

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
