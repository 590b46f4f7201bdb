// Hands an order over to the sync service, sealed in this browser. `error`: the message of the form, or of the site.
import { useState } from '@wordpress/element';
import { handOver, type Connection, type Overview } from '../screen/api.ts';
import { seal } from './seal.ts';

type Kind = NonNullable<Connection['handed']>['kind'];

export function useHandOver(kind: Kind, connection: Connection, onChange: (next: Overview) => void) {
  const { hand_over: offer, site_id: siteId } = connection;
  const [error, setError] = useState<string | null>(null);
  /** `complaint`: why these fields cannot be sent; null: they can. `onTaken`: WordPress has the box. */
  const send = (fields: object, complaint: string | null, onTaken: () => void = () => undefined) => {
    setError(complaint);
    if (complaint !== null) return;
    const order = { kind, site_id: siteId, ...fields };
    handOver(kind, seal(JSON.stringify(order), offer.seal_key ?? '')).then(
      (next) => {
        onTaken();
        onChange(next);
      },
      (cause: Error) => setError(cause.message),
    );
  };
  return { error, send };
}
