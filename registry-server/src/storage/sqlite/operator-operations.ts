// The operations behind the operator's commands and console, by name; operations.ts puts them beside the others.
import { listArtworkNumbers, listOutdatedArtworks } from '../tables/artist-corrections.ts';
import {
  countDeliveryHours,
  findBacklog,
  listEndpointHealth,
  listReplayable,
  replayDeliveries,
  searchDeliveries,
} from './statements/delivery-search.ts';
import {
  eraseOrganization,
  eraseOutbox,
  erasePerson,
  eraseWorks,
  findActionSubject,
  readData,
  readDataPage,
  reduceActions,
} from '../tables/personal-data.ts';
import { forgetSentMail, hasSentMail, listSentMails, noteSentMail } from '../tables/sent-mails.ts';
import { addDailyCounts, listDailyCounts } from '../tables/daily-counts.ts';
import { insertOperatorLink, takeOperatorLink } from '../tables/operator-links.ts';
import {
  beginAction,
  endAction,
  insertOperator,
  listActions,
  listOperators,
  removeOperator,
  updateOperator,
} from '../tables/operators.ts';
import { listExpiredKeys } from '../tables/keys.ts';
import {
  listOrganizationSummaries,
  listSealedSecrets,
  replaceSealedSecret,
  searchArtists,
} from '../tables/operator-reads.ts';
import { inspect, readEngine } from './statements/engine-status.ts';

export const OPERATOR_WRITES = {
  insertOperatorLink,
  takeOperatorLink,
  insertOperator,
  updateOperator,
  removeOperator,
  beginAction,
  endAction,
  addDailyCounts,
  noteSentMail,
  forgetSentMail,
  erasePerson,
  eraseWorks,
  eraseOutbox,
  eraseOrganization,
  reduceActions,
  replayDeliveries,
  replaceSealedSecret,
};

export const OPERATOR_READS = {
  listOutdatedArtworks,
  listArtworkNumbers,
  listOrganizationSummaries,
  searchArtists,
  listEndpointHealth,
  countDeliveryHours,
  searchDeliveries,
  findBacklog,
  listReplayable,
  listExpiredKeys,
  listSealedSecrets,
  listOperators,
  findActionSubject,
  listActions,
  listDailyCounts,
  hasSentMail,
  listSentMails,
  readData,
  readDataPage,
  inspect,
  readEngine,
};
