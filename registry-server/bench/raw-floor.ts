// The floor of the benchmarks: the least that node:http can do for one request.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = Buffer.from(
  JSON.stringify({ object: 'artwork_response', data: { registry_id: 'AREG-1', title: 'Floor' } }),
);
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
// The bench that started it is gone.
process.once('disconnect', () => process.exit());
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system, databaseMicros: 0, loopDelayP99Ms: 0, outgoing: 0 });
});
server.listen(0, '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
