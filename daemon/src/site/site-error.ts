// What a site that does not answer as agreed is to the rest of the service. It never means that works are gone.

/** The site did not answer as agreed. `code` is the site's own where it gave one, else ours. */
export class SiteError extends Error {
  readonly code: string;
  readonly status: number | null;
  /** False where no connection was made: the machine is down, not the site. */
  readonly isConnected: boolean;

  constructor(code: string, message: string, status: number | null = null, isConnected = true) {
    super(message);
    this.code = code;
    this.status = status;
    this.isConnected = isConnected;
  }
}

/** The call was taken back before it was made: others came first. */
export const NOT_ITS_TURN = 'not_its_turn';

/** The site cannot read which work shows which picture. No large job is open there, and those that leave were listed before. */
export const PICTURES_UNREAD = 'pictures_unread';

const TRANSPORT = [
  'unsigned',
  'unreachable',
  'bad_answer',
  'bad_signature',
  'not_paired',
  'redirected',
  NOT_ITS_TURN,
];

/**
 * True where something between us and the plugin may be the reason, so that another way is worth a try. Unsigned answers may be a
 * host's own page for one way in; a signed refusal is the plugin's word on all of them.
 */
export const isTransportError = (error: unknown): error is SiteError =>
  error instanceof SiteError && TRANSPORT.includes(error.code);

/** The error envelope of an answer. */
export function errorOf(body: Buffer): { code: string; message: string } {
  try {
    const parsed = JSON.parse(body.toString('utf8')) as {
      code?: string;
      error?: { code?: string; message?: string };
    };
    return {
      code: parsed.error?.code ?? parsed.code ?? 'unknown',
      message: parsed.error?.message ?? 'The site gave no reason.',
    };
  } catch {
    return { code: 'unknown', message: 'The site gave no reason.' };
  }
}

/** The first that names a code, of what may be the answer. */
export function errorIn(bodies: Iterable<Buffer>): { code: string; message: string } {
  let error = { code: 'unknown', message: 'The site gave no reason.' };
  for (const body of bodies) {
    error = errorOf(body);
    if (error.code !== 'unknown') break;
  }
  return error;
}
