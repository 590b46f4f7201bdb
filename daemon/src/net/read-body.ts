// Reads the body of an answer up to a limit: a server that answers without end must not fill the memory of a service that works for
// other galleries too.

/** A page of 50 works or of 100 records is well below 1 MiB, and so is a poll with deliveries. */
export const MOST_BODY_BYTES = 8 * 2 ** 20;

/** Throws an Error with this code. */
export const BODY_TOO_LARGE = 'BODY_TOO_LARGE';

/** The whole body. Rejects as soon as it is too large; the rest is not read, and the connection is closed. */
export async function readBody(body: AsyncIterable<Buffer>, mostBytes = MOST_BODY_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > mostBytes)
      throw Object.assign(new Error(`the answer is larger than ${mostBytes / 2 ** 20} MiB`), {
        code: BODY_TOO_LARGE,
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The beginning of the body, at least so many bytes of it where it has them; the rest is not read, and the connection is closed. */
export async function readStart(body: AsyncIterable<Buffer>, enoughBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= enoughBytes) break;
  }
  return Buffer.concat(chunks, size);
}
