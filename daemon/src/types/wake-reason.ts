/**
 * timer: the next poll is due. ping: WordPress called. webhook: a delivery was stored. command: somebody asks.
 * registry: the account or the connection changed. audited: an audit ended. turn: the site came for a call.
 */
export type WakeReason = 'timer' | 'ping' | 'turn' | 'webhook' | 'command' | 'registry' | 'audited';
