// Registers a block that the server renders, in the editor as on the page.
import { useBlockProps } from '@wordpress/block-editor';
import { registerBlockType } from '@wordpress/blocks';
import { Disabled } from '@wordpress/components';
// The default export: up to WordPress 6.8 the component has no other name.
import ServerSideRender from '@wordpress/server-side-render';

interface Metadata {
  name: string;
}

interface EditProps {
  attributes: Record<string, unknown>;
  context: { postId?: number };
}

export function registerServerBlock(metadata: Metadata): void {
  function Edit({ attributes, context }: EditProps) {
    // Links in the preview lead out of the editor, so it takes no clicks.
    return (
      <div {...useBlockProps()}>
        <Disabled>
          <ServerSideRender
            block={metadata.name}
            attributes={attributes}
            skipBlockSupportAttributes
            {...(context.postId ? { urlQueryArgs: { post_id: context.postId } } : {})}
          />
        </Disabled>
      </div>
    );
  }
  registerBlockType(metadata.name, { edit: Edit, save: () => null } as never);
}
