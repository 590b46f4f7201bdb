// The operator's console of a host: pages without scripts on an address of its own, behind a password, and only over a connection that
// others cannot read.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '#kit/clock';
import { knowSenders } from '#kit/senders';
import { isReadableByOthers, isSameSite, oneAtATime } from '#kit/console-door';
import { MAX_PASSWORD, passwordField, tokenField } from '#kit/console-html';
import type { Directory } from '../directory.ts';
import { createSenderLimit } from '../sender-limit.ts';
import { html, type Html } from '#kit/html';
import { CONSOLE_CSP, framed } from './page-frame.ts';
import { isPassword } from '#kit/password';
import { createSessions, isToken, type Session } from './sessions.ts';
import { ACTIONS, questionPage, sitePage, sitesPage, type ActionName } from './site-pages.ts';

const COOKIE = 'sync_console';
/** An hour, and from one sender. */
const MOST_WRONG_PASSWORDS = 10;

export type ConsoleDeps = {
  directory: Directory;
  passwordHash: string;
  trustedProxies: string[];
  clock: Clock;
  log: Logger;
};
type SiteRequest = { Params: { siteId: string; action: string } };

export function createConsole(deps: ConsoleDeps): FastifyInstance {
  const { directory, clock, log } = deps;
  const sessions = createSessions(clock);
  const wrongPasswords = createSenderLimit(clock, MOST_WRONG_PASSWORDS);
  const inTurn = oneAtATime();
  const server = Fastify({
    logger: false,
    bodyLimit: 16 * 1024,
    forceCloseConnections: true,
    trustProxy: deps.trustedProxies.length === 0 ? false : deps.trustedProxies,
  });
  if (deps.trustedProxies.length > 0) knowSenders(server);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  const cookieOf = (request: FastifyRequest) =>
    new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1];
  const sessionOf = (request: FastifyRequest) => sessions.find(cookieOf(request));
  function give(request: FastifyRequest, reply: FastifyReply, session: Session): void {
    const secure = request.protocol === 'https' ? '; Secure' : '';
    void reply.header('set-cookie', `${COOKIE}=${session.id}; Path=/; HttpOnly; SameSite=Strict${secure}`);
  }
  const send = (reply: FastifyReply, title: string, main: Html, session?: Session, status = 200) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(framed({ title, main, ...(session?.isSignedIn ? { token: session.token } : {}) }));
  const missing = (reply: FastifyReply, session?: Session) =>
    send(reply, 'Not found', html`<p>This host has no such site or page.</p>`, session, 404);

  server.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'content-security-policy': CONSOLE_CSP,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    if (isReadableByOthers(request))
      return send(
        reply,
        'Use HTTPS',
        html`<p>The console opens over HTTPS, or on this machine.</p>`,
        undefined,
        403,
      );
    if (isThroughUnknownProxy(request))
      return send(
        reply,
        'Name the proxy',
        html`<p>
          A proxy stands before the console, and the host does not know it: everybody would share its wrong
          passwords. Set DAEMON_TRUSTED_PROXIES to its address, and start the host again.
        </p>`,
        undefined,
        403,
      );
    if (request.routeOptions.url !== '/login' && sessionOf(request)?.isSignedIn !== true)
      return reply.redirect('/login', 303);
  });
  server.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST') return;
    const session = sessionOf(request);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    if (session === undefined || !isSameSite(request) || !isToken(session, form.get('token')))
      return send(
        reply,
        'Try again',
        html`<p>This form is too old. <a href="/">Open the page again</a>.</p>`,
        session,
        403,
      );
  });
  server.setNotFoundHandler((request, reply) => missing(reply, sessionOf(request)));
  server.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error }, 'the console failed');
    return send(reply, 'Not done', html`<p>The request could not be carried out.</p>`, undefined, status);
  });

  const loginForm = (reply: FastifyReply, session: Session, complaint = '', status = 200) =>
    send(
      reply,
      'Sign in',
      html`${complaint === '' ? '' : html`<p class="note bad" role="alert">${complaint}</p>`}
        <form class="row" method="post" action="/login">
          ${tokenField(session.token)}
          <div>${passwordField()}</div>
          <button>Sign in</button>
        </form>`,
      undefined,
      status,
    );

  server.get('/login', (request, reply) => {
    const session = sessionOf(request) ?? sessions.begin();
    if (session.isSignedIn) return reply.redirect('/', 303);
    give(request, reply, session);
    return loginForm(reply, session);
  });
  server.post('/login', async (request, reply) => {
    const session = sessionOf(request)!;
    const waitSeconds = wrongPasswords.take(request.ip);
    if (waitSeconds > 0) {
      void reply.header('retry-after', String(waitSeconds));
      const minutes = Math.ceil(waitSeconds / 60);
      return loginForm(reply, session, `Too many passwords were tried. Try again in ${minutes} min.`, 429);
    }
    const password = (request.body as URLSearchParams).get('password') ?? '';
    const isRight = await inTurn(
      async () => password.length <= MAX_PASSWORD && (await isPassword(password, deps.passwordHash)),
    );
    if (!isRight) {
      log.warn({ sender: request.ip }, 'wrong password at the console');
      return loginForm(reply, session, 'This is not the password.', 403);
    }
    wrongPasswords.forget(request.ip);
    give(request, reply, sessions.signIn());
    return reply.redirect('/', 303);
  });
  server.post('/logout', (request, reply) => {
    sessions.end(sessionOf(request)!);
    return reply.redirect('/login', 303);
  });

  server.get<{ Querystring: { q?: string; page?: string } }>('/', (request, reply) => {
    const { q, page } = request.query;
    const number = Math.max(1, Math.floor(Number(page) || 1));
    const main = sitesPage(directory, String(q ?? '').slice(0, 200), number, clock.now());
    return send(reply, 'Sites', main, sessionOf(request));
  });
  server.get<SiteRequest>('/sites/:siteId', (request, reply) => {
    const row = directory.findRow(request.params.siteId);
    if (row === undefined) return missing(reply, sessionOf(request));
    return send(reply, row.name, sitePage(row, clock.now()), sessionOf(request));
  });
  server.get<SiteRequest>('/sites/:siteId/:action', (request, reply) => {
    const { siteId, action } = request.params;
    const [row, session] = [directory.findRow(siteId), sessionOf(request)!];
    if (row === undefined || !isAction(action)) return missing(reply, session);
    return send(
      reply,
      `${ACTIONS[action].button} this site?`,
      questionPage(row, action, session.token),
      session,
    );
  });
  server.post<SiteRequest>('/sites/:siteId/:action', (request, reply) => {
    const { siteId, action } = request.params;
    if (directory.findRow(siteId) === undefined || !isAction(action))
      return missing(reply, sessionOf(request));
    ACTIONS[action].act(directory, siteId);
    log.info({ site: siteId, action }, 'done at the console');
    return reply.redirect(action === 'remove' ? '/' : `/sites/${siteId}`, 303);
  });
  return server;
}

const isAction = (name: string): name is ActionName => Object.hasOwn(ACTIONS, name);

/** Everybody has the address of the proxy then: ten wrong passwords of a stranger would lock the operator out. */
const isThroughUnknownProxy = ({ headers, ips }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined && (ips?.length ?? 1) < 2;
