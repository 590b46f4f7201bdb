// A wall clock that somebody sets while the service works: no step waits for the hour that came twice.
import { afterEach, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';

let stage: Stage;
afterEach(() => stage.stop());

test.each([-3600_000, -400 * 24 * 3600_000, 3600_000])(
  'set by %i ms while a step waits and the limit is used up, everything continues',
  async (ms) => {
    stage = await startStage(({ site, registry }) => {
      registry.crashTitle = 'Study no. 1';
      registry.limit = 40;
      registry.windowSeconds = 20;
      site.share('1', sampleArtwork(1));
    });
    const { site, registry, clock } = stage;
    await until(() => registry.statuses(500) > 0, 'the step waits');
    clock.setTime(clock.now() + ms);
    registry.crashTitle = null;
    for (let id = 2; id <= 5; id += 1) site.share(String(id), sampleArtwork(id));
    await until(() => site.countReported('published') === 5, 'published', 15_000);
    site.command('audit');
    await until(() => site.polls.some((poll) => poll['look_again'] === 'all'), 'audited', 15_000);
  },
);
