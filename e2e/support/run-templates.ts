// Playwright's global set-up: one folder of site templates for all workers of a run.
import { openTemplates } from '../../stage/wordpress/site-templates.ts';

export default openTemplates;
