// What the commands that serve have in common: a process that runs until it is told to stop.

/** Starts the service, and stops it after SIGTERM or SIGINT, or where it could not start. Resolves when it has stopped. */
export async function serveUntilTold(
  service: { start: () => Promise<unknown>; stop: () => Promise<void> },
  onTold: (signal: NodeJS.Signals) => void,
): Promise<void> {
  // Before the first request is answered: from then on every request is ended in an orderly way.
  const told = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  });
  try {
    await service.start();
  } catch (error) {
    await service.stop();
    throw error;
  }
  onTold(await told);
  await service.stop();
}
