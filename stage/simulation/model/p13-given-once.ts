// P13: A thing that is given once is stored before it is used. A key that was approved is answered again until it was used, so a claim may say
// "approved" without a key only after an earlier answer brought the key to its caller.
import { jsonOf, stringAt } from './answers.ts';
import { finding } from './context.ts';
import type { Finding, Said, World } from './observation.ts';

const CLAIM = '/api/v1/integrations/access-requests/claim';
const REQUEST = '/api/v1/integrations/access-requests';

/** After each step. */
export function givenOnceAfterStep(world: World, said: Said): Finding[] {
  const claim = answerOf(said, CLAIM);
  if (claim?.status !== 'approved' || claim.key !== null) return [];
  const hasArrived = world.history.some((other) => {
    if (other.number >= said.number) return false;
    const [answer, issued] = [answerOf(other, CLAIM), answerOf(other, REQUEST)];
    const isOfRequest = answer?.requestId === claim.requestId && answer?.registry === claim.registry;
    const isIssuedAtOnce = issued?.requestId === claim.requestId && issued?.status === 'issued';
    return (isOfRequest && answer?.key !== null) || isIssuedAtOnce;
  });
  // The operator may give out the key where no program had come for it.
  const isShownToOperator = world.history.some(
    ({ deed, outcome }) =>
      deed.what === 'approve access' &&
      deed.requestId === claim.requestId &&
      stringAt(outcome.said, 'api_key') !== null,
  );
  if (hasArrived || isShownToOperator) return [];
  const sentence = `the request ${claim.requestId} is approved, and its key is not given although no answer had brought it`;
  return [finding('P13', sentence, [said.number])];
}

function answerOf(said: Said, path: string) {
  const { deed } = said;
  if (deed.what !== 'call' || deed.ask.path !== path || deed.answer.isLost) return undefined;
  if (deed.answer.status !== 200) return undefined;
  const json = jsonOf(deed.answer.body);
  const requestId =
    path === CLAIM ? stringAt(jsonOf(deed.ask.body), 'request_id') : stringAt(json, 'request_id');
  return {
    registry: deed.registry,
    requestId,
    status: stringAt(json, 'status'),
    key: stringAt(json, 'api_key'),
  };
}
