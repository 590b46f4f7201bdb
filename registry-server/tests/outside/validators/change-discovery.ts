// Rules of IIIF Change Discovery 1.0, by which a reader judges our feed; nobody publishes a schema of it. What the specification leaves
// open may be there.
import { z } from 'zod';

const CONTEXT = 'http://iiif.io/api/discovery/1/context.json';
const Uri = z.url({ protocol: /^https?$/ });
const Reference = (type: string) => z.looseObject({ id: Uri, type: z.literal(type) });
/** Addresses only; the last one must be that of IIIF (3.4.1). */
const Context = z.union([
  z.literal(CONTEXT),
  z.array(Uri).refine((list) => list.at(-1) === CONTEXT, 'ends with the context of IIIF'),
]);
const Time = z.iso.datetime({ offset: true });

const SeeAlso = z.looseObject({
  id: Uri,
  type: z.string(),
  format: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
  profile: z.string().optional(),
});
const Target = z.looseObject({
  id: Uri,
  type: z.string(),
  seeAlso: z.array(SeeAlso).optional(),
});
const common = { id: Uri.optional(), endTime: Time, startTime: Time.optional() };
const Activity = z.discriminatedUnion('type', [
  z.looseObject({ ...common, type: z.enum(['Create', 'Update', 'Delete']), object: Target }),
  z.looseObject({ ...common, type: z.enum(['Add', 'Remove']), object: Target }),
  z.looseObject({ ...common, type: z.literal('Move'), object: Target, target: Target }),
  z.looseObject({ id: Uri.optional(), type: z.literal('Refresh'), startTime: Time }),
]);
export type Activity = z.infer<typeof Activity>;

const count = z.number().int().min(0);
export const Collection = z.looseObject({
  '@context': Context,
  id: Uri,
  type: z.literal('OrderedCollection'),
  first: Reference('OrderedCollectionPage').optional(),
  last: Reference('OrderedCollectionPage'),
  totalItems: count.optional(),
});
export const Page = z.looseObject({
  '@context': Context,
  id: Uri,
  type: z.literal('OrderedCollectionPage'),
  partOf: Reference('OrderedCollection'),
  startIndex: count.optional(),
  prev: Reference('OrderedCollectionPage').optional(),
  next: Reference('OrderedCollectionPage').optional(),
  orderedItems: z.array(Activity),
});
export type Page = z.infer<typeof Page>;

/** What is wrong with the pages of a collection, in their order from `first` to `last`; an empty list: nothing. */
export function changeDiscoveryFaults(collection: unknown, pages: unknown[]): string[] {
  const read = [Collection.safeParse(collection), ...pages.map((page) => Page.safeParse(page))];
  const faults = read.flatMap(({ error }) =>
    (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
  );
  return faults.length > 0 ? faults : orderFaults(Collection.parse(collection), z.array(Page).parse(pages));
}

function orderFaults({ id, first, last }: z.infer<typeof Collection>, pages: Page[]): string[] {
  const faults: string[] = [];
  const expectSame = (what: string, value: unknown, expected: unknown) =>
    value === expected || faults.push(`${what} is ${String(value)}, not ${String(expected)}`);
  expectSame('first', first?.id ?? pages[0]?.id, pages[0]?.id);
  expectSame('last', last.id, pages.at(-1)?.id);
  for (const [index, page] of pages.entries()) {
    expectSame(`prev of ${page.id}`, page.prev?.id, pages[index - 1]?.id);
    expectSame(`next of ${page.id}`, page.next?.id, pages[index + 1]?.id);
    expectSame(`partOf of ${page.id}`, page.partOf.id, id);
  }
  const times = pages.flatMap((page) => page.orderedItems.map(timeOf));
  if (times.some((time, index) => time < (times[index - 1] ?? 0)))
    faults.push('activities are not in the order of time');
  return faults;
}

function timeOf(activity: Activity): number {
  return Date.parse(activity.type === 'Refresh' ? activity.startTime : activity.endTime);
}
