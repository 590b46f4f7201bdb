// What a page costs a reader who has seen nothing yet.
import type { Page } from '@playwright/test';

/** A phone on slow 4G, as Lighthouse has it: 150 ms, 1.6 Mbit/s; a processor four times as slow. */
export async function beSlowPhone(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** What goes over the line, but for what comes from `pictures`. */
export async function measure(
  page: Page,
  url: string,
  pictures?: string,
): Promise<{ bytes: number; requests: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const sizes: number[] = [];
  const leftOut = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (pictures !== undefined && request.url.startsWith(pictures)) leftOut.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!leftOut.has(requestId)) sizes.push(encodedDataLength);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await session.detach();
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), requests: sizes.length };
}

/** Milliseconds from the beginning to the largest thing on the page. */
export function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}
