// Pages of works that were asked for lately. What a work shows is read anew each time; a page is made again only where that changed.
import { LRUCache } from 'lru-cache';
import type { Form } from './answer.ts';

const MOST_BYTES = 8 * 2 ** 20;
/** Beside the body: its compressed forms, and what the page is made from. */
const BYTES_BESIDE = 4096;

export class KeptForms {
  readonly #kept = new LRUCache<string, Form>({
    maxSize: MOST_BYTES,
    sizeCalculation: (form, key) => form.body.length + key.length + BYTES_BESIDE,
  });

  /** `made`: everything that the form depends on. */
  of(made: string, make: () => Form): Form {
    const known = this.#kept.get(made);
    if (known !== undefined) return known;
    const form = make();
    this.#kept.set(made, form);
    return form;
  }
}
