// The built blocks find WordPress's own component under the name it has had since 6.6, and under the one it has now.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';

const component = () => null;
const SHAPES = {
  'WordPress 6.6 to 6.8: the component itself': component,
  'WordPress 6.9 and later: a component that names itself as well': Object.assign(() => null, {
    ServerSideRender: component,
  }),
};

interface Element {
  type: unknown;
  props: { children?: Element | (Element | undefined)[] };
}

for (const [shape, serverSideRender] of Object.entries(SHAPES)) {
  test.each(['art-id', 'caption', 'card'])(`%s: ${shape}`, async (block) => {
    const edits: ((props: object) => Element)[] = [];
    const jsx = (type: unknown, props: object) => ({ type, props });
    const window = {
      ReactJSXRuntime: { jsx, jsxs: jsx },
      wp: {
        blockEditor: { useBlockProps: () => ({}), InspectorControls: 'InspectorControls' },
        blocks: {
          registerBlockType: (_: string, { edit }: { edit: (props: object) => Element }) => edits.push(edit),
        },
        components: { Disabled: 'Disabled' },
        element: {},
        i18n: { __: (text: string) => text },
        serverSideRender,
      },
    };
    const script = await readFile(join(import.meta.dirname, `../build/blocks/${block}/index.js`), 'utf8');
    runInContext(script, createContext({ window, Object, JSON }));
    const shown = edits[0]?.({ attributes: { artId: 'AREG-1' }, context: {} });
    const preview = [shown?.props.children].flat().find((child) => child && child.type === 'Disabled');
    expect([preview?.props.children].flat()[0]?.type).toBe(serverSideRender);
  });
}
