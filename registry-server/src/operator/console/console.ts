// The operator console under /operator: server-rendered pages, forms that work without script. Every request passes the
// door (HTTPS or local), the session check and, if it changes something, the token check.
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#kit/clock';
import { recorded } from '../../domain/access/operator-actions.ts';
import type { SecretKeys } from '../../secret-key.ts';
import type { OperatorRole } from '../../storage/operator-records.ts';
import { OutcomeUnknown } from '../../storage/storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { isEnough } from '../actions/action.ts';
import type { ActionContext } from '../actions/action.ts';
import { isMissing, sentenceOf } from './action-form.ts';
import { addActionPages } from './actions.ts';
import { addAccessRequestPages } from './access-requests.ts';
import { addArtistPages } from './artists.ts';
import { addDeliveryPages } from './deliveries.ts';
import { Missing } from './context.ts';
import type { ConsoleContext } from './context.ts';
import { doneText } from './flash-messages.ts';
import { DEVICE_COOKIE, DEVICE_SECONDS, Devices } from './devices.ts';
import { isSecure } from './transport-check.ts';
import type { DoorConfig } from './transport-check.ts';
import { html } from '#kit/html';
import { isReadableByOthers, isSameSite } from '#kit/console-door';
import { sendPage } from './layout.ts';
import { addLoginPages } from './login.ts';
import { addOpenPage } from './one-time-link.ts';
import { addOrganizationPages } from './organizations.ts';
import { addOverviewPage } from './overview.ts';
import { addPersonalDataPages } from './personal-data.ts';
import { addProfilePages } from './profiles.ts';
import { Sessions } from './sessions.ts';
import type { Session } from './sessions.ts';
import { CONSOLE_CSP } from './style.ts';
import { addWebhookPages } from './webhooks.ts';
import { addWorkPages } from './works.ts';
import { whoIs } from './operator-identity.ts';
import type { Who } from './operator-identity.ts';

export const CONSOLE_PATH = '/operator';
const SESSION_COOKIE = 'registry_operator';
const BODY_BYTES = 16 * 1024;

export type ConsoleDeps = {
  storage: Storage;
  clock: Clock;
  config: DoorConfig;
  publicUrl: () => string;
  webhookRefusal: ActionContext['webhookRefusal'];
  /** Whether every page says that this is a registry for tests. */
  isTest: boolean;
  /** Of the installation. The keys of cookies and forms are derived from them. */
  secretKeys: SecretKeys;
};

export function addOperatorConsole(app: FastifyInstance, deps: ConsoleDeps): void {
  app.register(async (scope) => buildConsole(scope, deps), { prefix: CONSOLE_PATH, bodyLimit: BODY_BYTES });
}

async function buildConsole(scope: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { storage, clock, config, publicUrl } = deps;
  const passwordHash = config.operatorPasswordHash;
  const sessions = new Sessions({ clock, secretKeys: deps.secretKeys, passwordHash });
  const devices = new Devices(deps.secretKeys);
  const bySession = new WeakMap<FastifyRequest, Session>();
  const visitors = new WeakMap<FastifyRequest, Who>();
  const hasLogin = async () => passwordHash !== undefined || (await storage.listOperators()).length > 0;
  const sessionOf = (request: FastifyRequest) => {
    const session = bySession.get(request);
    if (session === undefined)
      throw new Error('a page is reached only through the door, which opens a session');
    return session;
  };
  await scope.register(cookie);
  // Forms alone, and of a field that is there twice the last: every page may count on texts.
  scope.removeAllContentTypeParsers();
  const parser = (text: string) => Object.fromEntries(new URLSearchParams(text));
  await scope.register(formbody, { bodyLimit: BODY_BYTES, parser });

  const setCookie = (request: FastifyRequest, reply: FastifyReply, session: Session) =>
    void reply.setCookie(SESSION_COOKIE, sessions.seal(session), {
      path: CONSOLE_PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: isSecure(request, publicUrl()),
    });

  scope.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', CONSOLE_CSP);
    // Not no-referrer: browsers would then hide where a form was sent from.
    reply.header('referrer-policy', 'same-origin');
    reply.header('x-robots-tag', 'noindex');
    if (isReadableByOthers(request)) return sendClosed(reply, 'The console is closed here', USE_HTTPS);
    const opened = sessions.open(request.cookies[SESSION_COOKIE]);
    const who = opened?.signedIn ? await whoIs(storage, opened.signedIn.as) : undefined;
    // An operator who was removed, or whose password is another one, is a stranger again.
    const known = opened?.signedIn && who === undefined ? undefined : opened;
    const session = known ?? sessions.begin();
    bySession.set(request, session);
    if (who !== undefined) visitors.set(request, who);
    const changed = known === undefined ? session : sessions.renewed(known);
    if (changed !== undefined) setCookie(request, reply, changed);
    if (session.signedIn !== null || isLink(request)) return;
    if (await hasLogin()) {
      if (isLogin(request)) return;
      return reply.redirect(`${CONSOLE_PATH}/login`, 303);
    }
    return sendClosed(reply, 'The console is closed', OPEN_IT);
  });
  scope.addHook('preHandler', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const { token } = (request.body ?? {}) as { token?: unknown };
    if (isSameSite(request) && sessions.isToken(sessionOf(request), token)) return;
    return sendClosed(
      reply,
      'This form is too old',
      'You have signed in again since the page was opened, or the page is not ours. Nothing was changed. Open the page again and send the form once more.',
    );
  });
  scope.setErrorHandler(async (error: FastifyError, request, reply) => {
    const view = { isClosed: true, title: 'Something went wrong' };
    if (error instanceof Missing || isMissing(error)) {
      const main = html`<p>It may have been removed. <a href="${CONSOLE_PATH}">Back to the overview</a></p>`;
      const title = isMissing(error) ? sentenceOf(error).slice(0, -1) : error.message;
      return sendPage(reply, { ...view, title, main }, 404);
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'a page of the console failed');
    const isUnknown = error instanceof OutcomeUnknown;
    const main = html`${isUnknown ? html`<p>It may have been done. Look before you send the form again.</p>` : ''}
      <p>Request ${request.id}: the server's log says more.</p>`;
    return sendPage(reply, { ...view, main }, status);
  });

  const context: ConsoleContext = {
    scope,
    storage,
    clock,
    passwordHash,
    actions: {
      storage,
      secretKeys: () => deps.secretKeys,
      webhookRefusal: deps.webhookRefusal,
      onProgress: () => undefined,
    },
    refuseRole,
    isSignedIn: (request) => sessionOf(request).signedIn !== null,
    whoOf: (request) => visitors.get(request),
    may: (request, needed) => {
      const who = visitors.get(request);
      return who !== undefined && isEnough(who.role, needed);
    },
    signIn: async (request, reply, as) => {
      setCookie(request, reply, sessions.signIn(as));
      reply.setCookie(DEVICE_COOKIE, devices.make(), {
        path: `${CONSOLE_PATH}/login`,
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure(request, publicUrl()),
        maxAge: DEVICE_SECONDS,
      });
      const entry = { operator: as.name, via: 'console' as const, action: 'sign in', told: {} };
      await recorded(storage, entry, () => Promise.resolve());
    },
    // Signs out this browser. A copy of the cookie is good until its time is over.
    signOut: (reply) => void reply.clearCookie(SESSION_COOKIE, { path: CONSOLE_PATH }),
    deviceOf: (request) => devices.idOf(request.cookies[DEVICE_COOKIE]),
    tokenOf: (request) => sessions.tokenOf(sessionOf(request)),
    show: (request, reply, view, status) =>
      sendPage(
        reply,
        {
          ...view,
          isTest: deps.isTest,
          done: doneText(request.query),
          signOutToken: sessions.tokenOf(sessionOf(request)),
          who: visitors.get(request),
        },
        status,
      ),
  };
  addLoginPages(context);
  addOpenPage(context);
  addOverviewPage(context);
  addOrganizationPages(context);
  addWebhookPages(context);
  addAccessRequestPages(context);
  addDeliveryPages(context);
  addActionPages(context);
  addWorkPages(context);
  addArtistPages(context);
  addProfilePages(context);
  addPersonalDataPages(context);
}

const USE_HTTPS = 'What opens it would travel where others can read it. Use the HTTPS address.';
const OPEN_IT =
  'On the machine of the registry, run the command operator open: it prints a link that opens the console once. ' +
  'Or give a person a name and a password with operator add.';

/** Where a visitor who has not signed in may be: always, and where somebody has a password. */
const isLink = (request: FastifyRequest) => request.routeOptions.url === `${CONSOLE_PATH}/open`;
const isLogin = (request: FastifyRequest) => request.routeOptions.url === `${CONSOLE_PATH}/login`;

const refuseRole = (reply: FastifyReply, needed: OperatorRole) =>
  sendClosed(
    reply,
    'Your role does not allow this',
    `Nothing was changed. It needs the role "${needed}", which an administrator gives with the command operator update.`,
  );

function sendClosed(reply: FastifyReply, title: string, reason: string): FastifyReply {
  return sendPage(reply, { title, isClosed: true, main: html`<p>${reason}</p>` }, 403);
}
