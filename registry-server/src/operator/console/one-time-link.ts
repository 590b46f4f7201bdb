// Signing in without a password, by a one-time link that the command `operator open` printed.
import { useOperatorLink } from '../../domain/access/operator-link.ts';
import type { ConsoleContext } from './context.ts';
import { html } from '#kit/html';
import { sendPage } from './layout.ts';
import { BY_LINK } from './operator-identity.ts';

export function addOpenPage(context: ConsoleContext): void {
  const { scope, storage } = context;
  // Not for HEAD: a link preview must not use the link up.
  scope.get<{ Querystring: { token?: unknown } }>(
    '/open',
    { exposeHeadRoute: false },
    async (request, reply) => {
      if (!(await useOperatorLink(storage, request.query.token))) {
        const main = html`<p>
          A link opens the console once, within ten minutes. The command operator open makes another.
        </p>`;
        return sendPage(reply, { title: 'This link is no longer valid', isClosed: true, main }, 403);
      }
      request.log.info('the operator console was opened with a link');
      await context.signIn(request, reply, BY_LINK);
      return reply.redirect('/operator', 303);
    },
  );
}
