import { expect, it } from 'vitest';
import { listenAt } from './listen.ts';

const METRICS = { setting: 'METRICS_PORT', port: 80 };
const failing = (code: string) => Promise.reject(Object.assign(new Error(`listen ${code}`), { code }));

it('names the setting of a port that the user may not open', async () => {
  await expect(listenAt(METRICS, failing('EACCES'))).rejects.toMatchObject({
    code: 'port_refused',
    message: 'port 80 may not be opened; set METRICS_PORT above 1023',
  });
});

it('leaves every other failure as it is', async () => {
  await expect(listenAt(METRICS, failing('EADDRNOTAVAIL'))).rejects.toThrow('listen EADDRNOTAVAIL');
  expect(await listenAt(METRICS, Promise.resolve('http://127.0.0.1'))).toBe('http://127.0.0.1');
});
