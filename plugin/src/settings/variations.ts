// The routes of the choice whether variations are works.
import apiFetch from '@wordpress/api-fetch';

const path = '/artwork-registry/v1/screen/variations';

export type VariationMode = 'product' | 'each' | 'some';

export interface VariationChoice {
  mode: VariationMode;
  /** A pattern: "{title}, {attributes}". */
  title: string;
  /** Whether the shop has any product with variations. */
  has_products: boolean;
}

/** What the choice would do. */
export interface VariationPreview {
  /** Why it cannot be made, in the owner's words. */
  problem: string | null;
  examples: { title: string; variations: string[] }[];
  products: number;
  variations: number;
  /** Variations that would have no title. */
  untitled: number;
  /** Works that the registry has and that leave, and works that come. */
  leave: number;
  come: number;
}

export const getVariationChoice = () => apiFetch<VariationChoice>({ path });

export const previewVariations = (data: VariationChoice) =>
  apiFetch<VariationPreview>({ path: `${path}/preview`, method: 'POST', data });

export const saveVariationChoice = (data: VariationChoice) =>
  apiFetch<VariationChoice>({ path, method: 'POST', data });
