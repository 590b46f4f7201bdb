// Signing in with the console's password, and out. Wrong guesses are limited per sender and in total, in the memory of this
// instance: several instances allow as many times more.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { senderOf } from '@artwork-registry/contract';
import type { ConsoleContext } from './context.ts';
import { html } from '#kit/html';
import { sendPage } from './layout.ts';
import { signInAs } from './operator-identity.ts';
import { oneAtATime } from '#kit/console-door';
import { MAX_PASSWORD, passwordField, tokenField } from '#kit/console-html';
import { CountWindows } from '../../http/count-windows.ts';

const TRIES_PER_SENDER = 5;
const SENDER_SECONDS = 15 * 60;
// Each try costs a quarter of a second and 64 MiB. More than this is an attack, not an operator.
const TRIES_PER_MINUTE = 30;
const MAX_NAME = 40;

export function addLoginPages(context: ConsoleContext): void {
  const { scope, passwordHash } = context;
  const bySender = new CountWindows(context.clock, { most: TRIES_PER_SENDER, seconds: SENDER_SECONDS });
  const overAll = new CountWindows(context.clock, { most: TRIES_PER_MINUTE, seconds: 60 });
  const inTurn = oneAtATime();

  const form = (request: FastifyRequest, reply: FastifyReply, complaint?: string, status = 200) =>
    sendPage(
      reply,
      {
        title: 'Sign in',
        isClosed: true,
        main: html`${complaint !== undefined && html`<p class="note bad" role="alert">${complaint}</p>`}
          <form class="stack" method="post" action="/operator/login">
            ${tokenField(context.tokenOf(request))}
            <label for="name">Name</label>
            <input
              id="name"
              name="name"
              autocomplete="username"
              autocapitalize="none"
              maxlength="${MAX_NAME}"
              ${passwordHash !== undefined && html`aria-describedby="name-note"`}
            />
            ${
              passwordHash !== undefined &&
              html`<p class="soft" id="name-note">Leave it empty for the shared password.</p>`
            }
            ${passwordField({ isFirst: true })}
            <button class="main">Sign in</button>
          </form>`,
      },
      status,
    );

  scope.get('/login', async (request, reply) =>
    context.isSignedIn(request) ? reply.redirect('/operator', 303) : form(request, reply),
  );

  scope.post<{ Body: { name?: string; password?: string } }>('/login', async (request, reply) => {
    const sender = senderOf(request.ip);
    const device = context.deviceOf(request);
    const key = device === undefined ? sender : `device ${device}`;
    // Strangers share one budget of tries. A browser that signed in before has its own, so they cannot lock the operator out.
    const waitSeconds = bySender.take(key) ?? (device === undefined ? overAll.take('') : undefined);
    if (waitSeconds !== undefined) {
      reply.header('retry-after', waitSeconds);
      const minutes = Math.ceil(waitSeconds / 60);
      return form(request, reply, `Too many wrong passwords. Try again in ${minutes} min.`, 429);
    }
    const { name = '', password } = request.body;
    const as = await inTurn(async () =>
      typeof password === 'string' && password.length <= MAX_PASSWORD && name.length <= MAX_NAME
        ? signInAs(context.storage, passwordHash, { name: name.trim(), password })
        : undefined,
    );
    if (as === undefined) {
      request.log.warn({ sender }, 'wrong name or password at the operator console');
      return form(request, reply, 'This is not the password.', 403);
    }
    bySender.forget(key);
    await context.signIn(request, reply, as);
    return reply.redirect('/operator', 303);
  });

  scope.post('/logout', async (_request, reply) => {
    context.signOut(reply);
    return reply.redirect('/operator/login', 303);
  });
}
