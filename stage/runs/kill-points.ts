// The named points at which run-until-killed.ts can kill the service, in the order in which one work passes them. "sending" lies
// between two fault points: while the registry works on the request.
export const KILL_POINTS = [
  'pulled',
  'committed',
  'acked',
  'before-send',
  'sending',
  'after-send',
  'settled',
  'before-report',
  'reported',
] as const;
