// WordPress's components as @wordpress/dataviews expects them. WordPress 6.6 exports no Composite; there it is built from the library
// that WordPress itself builds it from.
import * as Ariakit from '@ariakit/react';
import * as components from '@wordpress/components';
import { createElement, type ComponentType } from 'react';

interface CompositeProps extends Ariakit.CompositeProps {
  activeId?: string | null;
  defaultActiveId?: string | null;
  setActiveId?: (id: string | null | undefined) => void;
  focusLoop?: boolean;
  focusWrap?: boolean;
  orientation?: 'horizontal' | 'vertical' | 'both';
}

function OwnComposite({
  activeId,
  defaultActiveId,
  setActiveId,
  focusLoop,
  focusWrap,
  orientation,
  ...props
}: CompositeProps) {
  const store = Ariakit.useCompositeStore({
    ...(activeId === undefined ? {} : { activeId }),
    ...(defaultActiveId === undefined ? {} : { defaultActiveId }),
    ...(setActiveId === undefined ? {} : { setActiveId }),
    ...(focusLoop === undefined ? {} : { focusLoop }),
    ...(focusWrap === undefined ? {} : { focusWrap }),
    ...(orientation === undefined ? {} : { orientation }),
  });
  return createElement(Ariakit.Composite, { ...props, store });
}

const own = Object.assign(OwnComposite, {
  Item: Ariakit.CompositeItem,
  Row: Ariakit.CompositeRow,
  Group: Ariakit.CompositeGroup,
  GroupLabel: Ariakit.CompositeGroupLabel,
  Hover: Ariakit.CompositeHover,
  Typeahead: Ariakit.CompositeTypeahead,
});

export * from '@wordpress/components';
export const Composite = ((components as Record<string, unknown>)['Composite'] ??
  own) as ComponentType<CompositeProps>;
