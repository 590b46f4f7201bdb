// Holds an answer against the API description as a strict reader would: every field described, none beside them,
// every promised header there, every error code one that the call may give. For tests only: real clients must
// tolerate fields added later.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '../../registry-server/src/http/openapi/schemas.ts';

/** One call as seen from outside; `path` is below /api/v1, with its query. Header names are in lower case. */
export type Exchange = {
  method: string;
  path: string;
  status: number;
  headers: Record<string, unknown>;
  /** Parsed where the answer is JSON; '' for no body. */
  body: unknown;
};

/** Says what is wrong with an answer; an empty list: nothing. */
export type ResponseCheck = (exchange: Exchange) => string[];

type Node = { [name: string]: Node | undefined };

const EVERYWHERE = ['x-registry-api-version', 'cache-control', 'x-request-id'];

export function makeResponseCheck(document: OpenApiDocument): ResponseCheck {
  const closed = structuredClone(document) as unknown as Node;
  closeObjects(closed);
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  // The plugin's types are of the other build of the same class.
  addFormats.default(ajv as never);
  ajv.addSchema({ ...closed, $id: 'api' });
  const compiled = new Map<string, ValidateFunction>();
  const templates = Object.keys(document.paths).map((path) => ({ path, segments: path.split('/').slice(1) }));

  function complaints(pointer: string, value: unknown, what: string): string[] {
    let validate = compiled.get(pointer);
    if (validate === undefined) compiled.set(pointer, (validate = ajv.compile({ $ref: `api#${pointer}` })));
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      (error) => `${what}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
    );
  }

  function headerComplaints(names: Record<string, string>, headers: Exchange['headers']): string[] {
    return Object.entries(names).flatMap(([name, component]) => {
      const described = closed.components?.headers?.[component];
      const value = headers[name];
      if (value === undefined) {
        return (described?.required as unknown) === true ? [`header ${name} is missing`] : [];
      }
      const isNumber = (described?.schema?.type as unknown) === 'integer';
      const pointer = `/components/headers/${component}/schema`;
      return complaints(pointer, isNumber ? Number(value) : String(value), `header ${name}`);
    });
  }

  function envelopeOnly(exchange: Exchange, status: number, code: string): string[] {
    const found = exchange.body as { error?: { code?: string } };
    const wrong = exchange.status === status && (exchange.method === 'HEAD' || found.error?.code === code);
    return [
      ...(wrong ? [] : [`${exchange.status} ${found.error?.code} instead of ${status} ${code}`]),
      ...(exchange.method === 'HEAD'
        ? []
        : complaints('/components/schemas/ErrorEnvelope', exchange.body, 'body')),
      ...(status === 405 && exchange.headers.allow === undefined ? ['header allow is missing'] : []),
    ];
  }

  function judge(exchange: Exchange): string[] {
    const always = headerComplaints(
      Object.fromEntries(EVERYWHERE.map((name) => [name, name])),
      exchange.headers,
    );
    const template = templateOf(exchange.path);
    if (template === undefined) return [...always, ...envelopeOnly(exchange, 404, 'not_found')];
    if (exchange.method === 'OPTIONS') {
      const isRight = exchange.status === 204 && exchange.headers.allow !== undefined && exchange.body === '';
      return isRight ? always : [...always, 'OPTIONS is not 204 with Allow and without a body'];
    }
    const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase();
    if (document.paths[template]?.[method] === undefined) {
      return [...always, ...envelopeOnly(exchange, 405, 'method_not_allowed')];
    }
    const pointer = `/paths/${encodePointer(template)}/${method}/responses/${exchange.status}`;
    const response = closed.paths?.[template]?.[method]?.responses?.[exchange.status];
    if (response === undefined) return [...always, `status ${exchange.status} is not described`];
    const headers = Object.fromEntries(
      Object.entries(response.headers ?? {}).map(([name, header]) => [
        name,
        String(header?.$ref).split('/').at(-1) ?? name,
      ]),
    );
    const found = [...always, ...headerComplaints(headers, exchange.headers)];
    if (exchange.method === 'HEAD') return exchange.body === '' ? found : [...found, 'HEAD has a body'];
    if (!String(exchange.headers['content-type']).startsWith('application/json')) found.push('is not JSON');
    const codes = response['x-error-codes'] as unknown as string[] | undefined;
    const code = (exchange.body as { error?: { code?: string } }).error?.code ?? '';
    if (codes !== undefined && !codes.includes(code)) found.push(`code ${code} is not described`);
    return [...found, ...complaints(`${pointer}/content/application~1json/schema`, exchange.body, 'body')];
  }

  function templateOf(pathAndQuery: string): string | undefined {
    const path = (pathAndQuery.split(/[?#]/)[0] || '/').replace(/(?<=[^/])\/$/, '');
    let segments: string[];
    try {
      segments = path.split('/').slice(1).map(decodeURIComponent);
    } catch {
      return undefined;
    }
    const fits = (template: string[]) =>
      template.length === segments.length &&
      template.every((part, index) => part === '{id}' || part === segments[index]);
    // Written-out addresses win over those with an id.
    return templates
      .filter((template) => fits(template.segments))
      .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))[0]?.path;
  }

  return (exchange) =>
    judge(exchange).map(
      (complaint) => `${exchange.method} ${exchange.path} → ${exchange.status}: ${complaint}`,
    );
}

/** Every described object becomes one that may hold nothing else. */
function closeObjects(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const record = node as Record<string, unknown>;
  if (record.type === 'object' && record.properties !== undefined) record.additionalProperties ??= false;
  for (const [name, child] of Object.entries(record)) if (name !== 'example') closeObjects(child);
}

const encodePointer = (text: string) => encodeURIComponent(text.replace(/~/g, '~0').replace(/\//g, '~1'));
