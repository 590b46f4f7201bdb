// The table beside peers, in Markdown: requests a second, p50/p99 and CPU of each side, and ours against each peer.

export type Measurement = {
  perSecond?: number;
  p50Ms?: number;
  p95Ms?: number;
  p99Ms?: number;
  /** Of the server or sender with its database, for one request, item or delivery. */
  cpuMs?: number;
  MiB?: number;
};
/** What a side could not do is in the table, too; an absent one does not have that row. */
export type Cell = Measurement | { failed: string } | 'not installed';

export type TableRow = { id: string; title: string; cells: Record<string, Cell> };

export type Side = { name: string; isOurs: boolean };

export function tableOf(sides: readonly Side[], rows: readonly TableRow[]): string {
  const peers = sides.filter(({ isOurs }) => !isOurs);
  const ratios = peers.length === 0 ? [] : ['requests/s, ours : peer', 'CPU, ours : peer'];
  const lines = rows.map(({ title, cells }) => [
    title,
    ...sides.map(({ name }) => textOf(cells[name])),
    ...(peers.length === 0 ? [] : [ratioOf(sides, cells, 'perSecond'), ratioOf(sides, cells, 'cpuMs')]),
  ]);
  const head = ['requests/s · p50/p99 ms · CPU ms', ...sides.map(({ name }) => name), ...ratios];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return '–';
  if (cell === 'not installed') return cell;
  // A message may have more lines, and a bar would begin another cell.
  if ('failed' in cell) return `failed: ${cell.failed.replaceAll(/[\s|]+/g, ' ').slice(0, 120)}`;
  const { perSecond, p50Ms, p95Ms, p99Ms, cpuMs, MiB } = cell;
  const waits = [p50Ms, p95Ms, p99Ms].filter((wait) => wait !== undefined);
  return [
    ...(perSecond === undefined ? [] : [numberOf(perSecond)]),
    ...(waits.length === 0 ? [] : [waits.map(numberOf).join('/')]),
    ...(cpuMs === undefined ? [] : [numberOf(cpuMs)]),
    ...(MiB === undefined ? [] : [`${numberOf(MiB)} MiB`]),
  ].join(' · ');
}

/** Three digits that count, and all digits before the point. */
const numberOf = (value: number): string =>
  (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))).toLocaleString('en');

/** Of each peer that was measured: ours on each engine, one after the other. */
function ratioOf(sides: readonly Side[], cells: Record<string, Cell>, name: 'perSecond' | 'cpuMs'): string {
  const valueOf = (side: Side) => {
    const cell = cells[side.name];
    return typeof cell === 'object' && name in cell ? (cell as Measurement)[name] : undefined;
  };
  const ours = sides.filter(({ isOurs }) => isOurs).map(valueOf);
  const peers = sides.filter(({ isOurs }) => !isOurs);
  const told = peers.flatMap((peer) => {
    const theirs = valueOf(peer);
    if (theirs === undefined || ours.every((value) => value === undefined)) return [];
    const ratios = ours.map((value) => (value === undefined ? '–' : numberOf(value / theirs)));
    return [`${peers.length > 1 ? `${peer.name} ` : ''}${ratios.join(' / ')}`];
  });
  return told.length === 0 ? '–' : told.join(', ');
}
