// The exports of WordPress's editor that this plugin uses. WordPress provides both scripts; their npm packages would bring hundreds
// of megabytes for these types alone, or have none.
declare module '@wordpress/editor' {
  import type { ReduxStoreConfig, StoreDescriptor } from '@wordpress/data';
  import type { ReactNode } from 'react';

  interface Selectors {
    getCurrentPostType: (state: unknown) => string | null;
    getCurrentPostId: (state: unknown) => number | string | null;
    getCurrentPostAttribute: (state: unknown, name: string) => unknown;
    isEditedPostNew: (state: unknown) => boolean;
    isSavingPost: (state: unknown) => boolean;
  }

  export const store: StoreDescriptor<ReduxStoreConfig<unknown, Record<string, never>, Selectors>>;
  export function PluginDocumentSettingPanel(props: {
    name: string;
    title: string;
    children: ReactNode;
  }): ReactNode;
}

declare module '@wordpress/block-editor' {
  import type { ReactNode } from 'react';

  export function useBlockProps(): Record<string, unknown>;
  export function InspectorControls(props: { children: ReactNode }): ReactNode;
  export function MediaUploadCheck(props: { children: ReactNode }): ReactNode;
  export function MediaUpload(props: {
    title: string;
    allowedTypes: string[];
    multiple: boolean;
    gallery: boolean;
    value: number[];
    onSelect: (chosen: { id: number }[]) => void;
    render: (parts: { open: () => void }) => ReactNode;
  }): ReactNode;
}
