// The addresses of a server, as its router knows them.
import type { FastifyInstance } from 'fastify';

/** Of the tree that Fastify prints, one path a line; a line continues the one above that is indented less. The server is ready. */
export function routesOf(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part] = /^((?:[│ ] {3})*)[├└]── (.+?)(?: \([A-Z].*\))?$/.exec(line) ?? [];
      if (part === undefined) return [];
      const depth = indent.length / 4;
      above[depth] = (above[depth - 1] ?? '') + part;
      return [above[depth]];
    });
}
