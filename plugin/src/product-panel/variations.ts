// A product whose variations may be works: the route, and keeping it fresh while the tab is seen.
import apiFetch from '@wordpress/api-fetch';
import { useCallback, useState } from '@wordpress/element';
import { isMoving, useFresh } from '../work/use-fresh.ts';
import type { Work } from '../work/work.ts';

export type ProductChoice = '' | 'each' | 'product';

interface ComesAndGoes {
  leave: number;
  come: number;
}

export interface ProductVariations {
  /** What the shop says. */
  mode: 'product' | 'each' | 'some';
  /** What this product says; '' as the shop. */
  choice: ProductChoice;
  is_variable: boolean;
  /** Whether each variation is a work now. */
  is_split: boolean;
  connected: boolean;
  works: Work[];
  /** The product as one work, where the registry knows it as such. */
  product: Work | null;
  if_each: ComesAndGoes;
  if_product: ComesAndGoes;
}

const path = (id: number) => `/artwork-registry/v1/screen/products/${id}/variations`;

export interface LiveVariations {
  variations: ProductVariations | null;
  error: string | null;
  choose: (choice: ProductChoice) => void;
  orderAll: (order: 'register' | 'stop-updating') => void;
  orderOne: (id: string, order: 'register' | 'stop-updating' | 'retry') => void;
}

/** `isAsked`: false where no product's variations are works. */
export function useVariations(id: number, isAsked: boolean): LiveVariations {
  const [variations, setVariations] = useState<ProductVariations | null>(null);
  const [error, setError] = useState<string | null>(null);
  const accept = useCallback((next: ProductVariations) => {
    setVariations(next);
    setError(null);
  }, []);
  const refuse = useCallback((cause: Error) => setError(cause.message), []);
  const refresh = useCallback(
    () => apiFetch<ProductVariations>({ path: path(id) }).then(accept, refuse),
    [id, accept, refuse],
  );

  useFresh(refresh, { isBusy: variations?.works.some(isMoving) ?? false, isPaused: !isAsked });

  const post = (to: string, data: object = {}) => {
    apiFetch<ProductVariations>({ path: to, method: 'POST', data }).then(accept, refuse);
  };
  return {
    variations,
    error,
    choose: (choice) => post(path(id), { choice }),
    orderAll: (order) => post(`${path(id)}/${order}`),
    orderOne: (work, order) => {
      apiFetch({ path: `/artwork-registry/v1/screen/works/${work}/${order}`, method: 'POST' }).then(
        refresh,
        refuse,
      );
    },
  };
}
