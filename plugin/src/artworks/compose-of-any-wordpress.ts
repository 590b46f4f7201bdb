// WordPress's hooks as @wordpress/dataviews expects them. WordPress 6.6 has no useEvent, and its useResizeObserver takes no callback.
import * as compose from '@wordpress/compose';
import { useCallback, useInsertionEffect, useRef } from 'react';

type Handler = (...args: never[]) => unknown;

/** Always the same function, which calls the newest handler. */
function useOwnEvent<T extends Handler>(handler: T): T {
  const newest = useRef(handler);
  useInsertionEffect(() => {
    newest.current = handler;
  });
  return useCallback(((...args) => newest.current(...args)) as T, []);
}

function useOwnResizeObserver(onResize: ResizeObserverCallback, options?: ResizeObserverOptions) {
  const call = useOwnEvent(onResize);
  const observer = useRef<ResizeObserver | null>(null);
  return useCallback((element: Element | null) => {
    observer.current?.disconnect();
    observer.current = null;
    if (element === null) return;
    observer.current = new ResizeObserver(call);
    observer.current.observe(element, options);
  }, []);
}

const theirs = compose as Record<string, unknown>;
const isOld = theirs['useEvent'] === undefined;

export * from '@wordpress/compose';
export const useEvent = (theirs['useEvent'] ?? useOwnEvent) as typeof useOwnEvent;
export const useResizeObserver = (
  isOld ? useOwnResizeObserver : theirs['useResizeObserver']
) as typeof useOwnResizeObserver;
