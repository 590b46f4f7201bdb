// The way in without a password: a link that the command operator open printed, good once.
import { useOperatorLink } from '../domain/operator-link.ts';
import type { Console } from './context.ts';
import { html } from './html.ts';
import { sendPage } from './layout.ts';

export function addOpenPage(console: Console): void {
  const { scope, storage } = console;
  // Not for HEAD: whoever only looks whether a link is alive must not use it up.
  scope.get<{ Querystring: { token?: unknown } }>(
    '/open',
    { exposeHeadRoute: false },
    async (request, reply) => {
      if (!(await useOperatorLink(storage, request.query.token))) {
        const main = html`<p>
          A link opens the console once, within ten minutes. The command operator open makes another.
        </p>`;
        return sendPage(reply, { title: 'This link is over', isClosed: true, main }, 403);
      }
      request.log.info('the operator console was opened with a link');
      console.signIn(request, reply);
      return reply.redirect('/operator', 303);
    },
  );
}
