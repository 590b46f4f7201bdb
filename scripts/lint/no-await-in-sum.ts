// `sum += await next()` reads the sum before it waits, and so does `sum = sum + (await next())`. Where several runs of a function add to
// one sum of the function around them, each writes over what the others have added meanwhile, and the sum is too small.
import type { Rule, SourceCode } from 'eslint';

type Node = Rule.Node | SourceCode['ast']['body'][number];
type Assignment = Parameters<NonNullable<Rule.NodeListener['AssignmentExpression']>>[0];

export const noAwaitInSum: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      lost: '`{{name}}` is read before this waits, so what others add meanwhile is lost; await into a constant, then add it',
    },
  },
  create: (context) => ({
    AssignmentExpression(node) {
      const { sourceCode } = context;
      const added = addedBy(sourceCode, node);
      if (added === null || !waits(sourceCode, added as Node) || !isShared(sourceCode, node)) return;
      context.report({ node, messageId: 'lost', data: { name: sourceCode.getText(node.left) } });
    },
  }),
};

const LOGICAL = ['&&=', '||=', '??='];

/** The part of the right side that comes after the sum was read; null where the sum is not read. */
function addedBy(sourceCode: SourceCode, { operator, left, right }: Assignment) {
  if (operator !== '=') return LOGICAL.includes(operator) ? null : right;
  if (right.type !== 'BinaryExpression') return null;
  return sourceCode.getText(right.left) === sourceCode.getText(left) ? right.right : null;
}

/** Whether the expression waits by itself; what a function within it does is another run. */
function waits(sourceCode: SourceCode, node: Node): boolean {
  if (node.type === 'AwaitExpression') return true;
  if (node.type.includes('Function')) return false;
  const fields = node as unknown as Record<string, Node | (Node | null)[] | null>;
  return (sourceCode.visitorKeys[node.type] ?? [])
    .flatMap((key) => fields[key] ?? [])
    .some((child) => child !== null && waits(sourceCode, child));
}

/** A variable of the function that waits is its own; a property, or a variable of a function around it, is not. */
function isShared(sourceCode: SourceCode, { left }: Assignment): boolean {
  if (left.type !== 'Identifier') return true;
  const scope = sourceCode.getScope(left);
  let declaring: typeof scope | null = scope;
  while (declaring !== null && !declaring.set.has(left.name)) declaring = declaring.upper;
  return declaring?.variableScope !== scope.variableScope;
}
