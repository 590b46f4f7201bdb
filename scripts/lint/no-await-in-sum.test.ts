import { RuleTester } from 'eslint';
import { describe, it } from 'vitest';
import { noAwaitInSum } from './no-await-in-sum.ts';

RuleTester.describe = describe;
RuleTester.it = it;

const errors = [{ messageId: 'lost' }];

new RuleTester({ languageOptions: { ecmaVersion: 'latest', sourceType: 'module' } }).run(
  'no-await-in-sum',
  noAwaitInSum,
  {
    valid: [
      'async function one() { let sum = 0; for (const next of all) sum += await next(); return sum; }',
      'async function many() { let sum = 0; await run(async () => { const added = await next(); sum += added; }); }',
      'async function many() { let sum = 0; await run(async () => { sum += take(async () => await next()); }); }',
      'async function many() { let last; await run(async () => { last = await next(); }); }',
      'async function many() { let sum = 0; await run(async () => { sum = (await next()) + sum; }); }',
      'async function many() { let kept; await run(async () => { kept ??= await next(); }); }',
    ],
    invalid: [
      {
        code: 'async function many() { let sum = 0; await run(async () => { sum += await next(); }); return sum; }',
        errors,
      },
      {
        code: 'async function many() { let sum = 0; await run(async () => { sum -= (await next()).size + (await other()); }); }',
        errors,
      },
      { code: 'async function add(world) { world.sum += await next(); }', errors },
      { code: 'async function add(world) { world.sum = world.sum + (await next()); }', errors },
      { code: 'async function add(world) { world.flags |= await next(); }', errors },
    ],
  },
);
