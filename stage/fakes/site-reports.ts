// What a test site was told of its works.
export type Reported = { [field: string]: unknown } & {
  external_id: string;
  revision: number;
  state: string;
  registry_id: string | null;
  matched_on: string | null;
  confirmed_at: string | null;
  error: { code: string; message: string; issues: { path: string; message: string }[] } | null;
  shows: { availability: string | null; title: string | null } | null;
  held: { reason: string; group: string; size: number; known: string | null } | null;
};

/** As the plugin: an Art ID once known stays known. */
export function keepReport(reports: Map<string, Reported>, report: Reported): void {
  const known = reports.get(report.external_id)?.registry_id ?? null;
  reports.set(report.external_id, { ...report, registry_id: report.registry_id ?? known });
}
