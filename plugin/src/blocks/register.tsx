// Registers a block that the server renders, in the editor as on the page.
import { useBlockProps } from '@wordpress/block-editor';
import { registerBlockType } from '@wordpress/blocks';
import { Disabled } from '@wordpress/components';
// The default export: up to WordPress 6.8 the component has no other name.
import ServerSideRender from '@wordpress/server-side-render';
import type { ComponentType } from 'react';

interface Metadata {
  name: string;
}

export interface EditProps {
  attributes: Record<string, unknown>;
  setAttributes: (changes: Record<string, unknown>) => void;
  context: { postId?: number };
}

/** What a block has in the editor beside its preview. */
interface Editing {
  /** In place of the preview, while it is empty. */
  empty?: { isEmpty: (props: EditProps) => boolean; Empty: ComponentType<EditProps> };
  Sidebar: ComponentType<EditProps>;
}

export function registerServerBlock(metadata: Metadata, editing?: Editing): void {
  function Edit(props: EditProps) {
    const { attributes, context } = props;
    // Links in the preview lead out of the editor, so it takes no clicks.
    return (
      <div {...useBlockProps()}>
        {editing && <editing.Sidebar {...props} />}
        {editing?.empty?.isEmpty(props) ? (
          <editing.empty.Empty {...props} />
        ) : (
          <Disabled>
            <ServerSideRender
              block={metadata.name}
              attributes={attributes}
              skipBlockSupportAttributes
              {...(context.postId ? { urlQueryArgs: { post_id: context.postId } } : {})}
            />
          </Disabled>
        )}
      </div>
    );
  }
  registerBlockType(metadata.name, { edit: Edit, save: () => null } as never);
}
