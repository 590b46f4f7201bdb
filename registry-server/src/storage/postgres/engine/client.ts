// Where every client of the driver is made.
import pg from 'pg';

/**
 * A client that is not connected yet. A connection that breaks between two queries is an 'error' event, and without a listener
 * that event ends the process. Whatever is under way then fails by itself, and so does the next query.
 */
export function makeClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  return client;
}
