// The states of a delivery in its lane, and how wide a lane is. Nothing is sent.
import { describe, expect, it } from 'vitest';
import type { ClaimedLane } from '../storage/records.ts';
import { FIRST_WIDTH, Lanes } from './lanes.ts';

const SLOW_MS = 1000;
const LEASE_UNTIL_MS = 5000;
const laneOf = (count: number): ClaimedLane => ({
  endpointId: 'hook',
  url: 'https://old.example',
  secret: 'first',
  deliveries: Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    id: `delivery-${index}`,
    event: 'artwork.updated',
    payload: '{}',
    eventAtMs: 0,
    trace: null,
    attempt: 1,
    leaseUntilMs: LEASE_UNTIL_MS,
  })),
});

describe('a lane by itself', () => {
  it('widens with each success and holds one delivery again after a failure', () => {
    const lanes = new Lanes();
    const widths = [true, true, true, true, false, true].map((isSuccess) => {
      lanes.update([laneOf(1)]);
      lanes.start('hook');
      lanes.setWidth('hook', isSuccess, SLOW_MS);
      lanes.finish('hook');
      return lanes.capacity.get('hook') ?? FIRST_WIDTH;
    });
    expect(widths).toEqual([2, 4, 8, 8, 1, 2]);
  });

  it('is given more ahead while it answers quickly', () => {
    const lanes = new Lanes();
    const capacity = [10, 10, 10, 10, SLOW_MS, 10].map((durationMs) => {
      lanes.update([laneOf(1)]);
      lanes.start('hook');
      lanes.setWidth('hook', true, durationMs);
      lanes.finish('hook');
      return lanes.capacity.get('hook');
    });
    expect(capacity).toEqual([2, 4, 48, 48, 8, 48]);
  });

  it('signs and sends what waits as the endpoint is by then, and gives it back once it is closed', () => {
    const lanes = new Lanes();
    lanes.update([laneOf(3)]);
    lanes.update([{ ...laneOf(0), url: 'https://new.example', secret: 'rotated' }]);
    expect(lanes.start('hook')).toMatchObject({ seq: 1, url: 'https://new.example', secret: 'rotated' });
    expect(lanes.update([]).map(({ seq }) => seq)).toEqual([2, 3]);
    expect([lanes.start('hook'), lanes.prefetched]).toEqual([undefined, 0]);
  });

  it('gives back what waited so long that its lease would end under way', () => {
    const lanes = new Lanes();
    lanes.update([laneOf(2)]);
    expect(lanes.release('hook', LEASE_UNTIL_MS)).toEqual([]);
    expect(lanes.release('hook', LEASE_UNTIL_MS + 1)).toHaveLength(2);
  });

  it('is as wide as it was told, less what is under way and what waits', () => {
    const lanes = new Lanes();
    lanes.update([laneOf(3)]);
    expect(lanes.capacity.get('hook')).toBe(FIRST_WIDTH - 3);
    expect([lanes.prefetched, [...lanes.endpointIds()]]).toEqual([3, ['hook']]);
    lanes.start('hook');
    expect([lanes.capacity.get('hook'), lanes.prefetched]).toEqual([FIRST_WIDTH - 3, 2]);
    expect(lanes.start('hook')).toBeUndefined();
    lanes.finish('hook');
    expect(lanes.capacity.get('hook')).toBe(FIRST_WIDTH - 2);
    expect(new Lanes().start('hook')).toBeUndefined();
    const empty = new Lanes();
    empty.update([laneOf(0)]);
    expect([empty.start('hook'), empty.capacity.get('hook')]).toEqual([undefined, FIRST_WIDTH]);
    expect(lanes.start('hook')).toMatchObject({ seq: 2, endpointId: 'hook', url: 'https://old.example' });
  });

  it('adds what is claimed later behind what waits', () => {
    const lanes = new Lanes();
    lanes.update([laneOf(2)]);
    const [first, second] = laneOf(2).deliveries;
    lanes.update([
      {
        ...laneOf(0),
        deliveries: [
          { ...first!, seq: 8 },
          { ...second!, seq: 9 },
        ],
      },
    ]);
    expect(lanes.releaseAll().map(({ seq }) => seq)).toEqual([1, 2, 8, 9]);
    expect([lanes.prefetched, [...lanes.endpointIds()]]).toEqual([0, []]);
  });

  it('is quick up to a quarter of a second', () => {
    const capacityAfter = (durationMs: number) => {
      const lanes = new Lanes();
      for (let count = 0; count < 3; count += 1) {
        lanes.update([laneOf(1)]);
        lanes.start('hook');
        lanes.setWidth('hook', true, durationMs);
        lanes.finish('hook');
      }
      return lanes.capacity.get('hook');
    };
    expect([capacityAfter(250), capacityAfter(251)]).toEqual([48, 8]);
  });

  it('that failed quickly prefetches nothing', () => {
    const lanes = new Lanes();
    lanes.update([laneOf(1)]);
    lanes.start('hook');
    lanes.setWidth('hook', false, 10);
    expect(lanes.capacity.get('hook')).toBe(FIRST_WIDTH - 1);
  });

  it('releases what it was given when it is closed or stopped, each with its lane', () => {
    const lanes = new Lanes();
    const other = { ...laneOf(1), endpointId: 'other' };
    lanes.update([laneOf(1), other]);
    expect(lanes.update([{ ...other, deliveries: [] }])).toMatchObject([
      { endpointId: 'hook', url: 'https://old.example', secret: 'first' },
    ]);
    expect(lanes.release('hook')).toEqual([]);
    expect(lanes.release('nobody')).toEqual([]);
    expect(lanes.start('nobody')).toBeUndefined();
    expect(lanes.releaseAll()).toMatchObject([{ endpointId: 'other' }]);
  });

  it('knows its width again when it is named again, unless there are more than a thousand lanes', () => {
    const widthAfter = (others: number, isUnderWay = false) => {
      const lanes = new Lanes();
      const crowd = Array.from({ length: others }, (_, index) => ({
        ...laneOf(0),
        endpointId: `other ${index}`,
      }));
      lanes.update([laneOf(1), ...crowd]);
      lanes.start('hook');
      lanes.setWidth('hook', true, SLOW_MS);
      if (!isUnderWay) lanes.finish('hook');
      lanes.update(crowd);
      return lanes.capacity.get('hook');
    };
    expect([widthAfter(0), widthAfter(999), widthAfter(1000), widthAfter(1000, true)]).toEqual([
      2,
      2,
      undefined,
      1,
    ]);
  });

  it('cannot end what it has not begun', () => {
    const lanes = new Lanes();
    lanes.update([laneOf(1)]);
    expect(() => lanes.finish('hook')).toThrow('nothing is under way in lane hook');
    expect(() => lanes.setWidth('nobody', true, 1)).toThrow('nothing is under way in lane nobody');
  });
});
