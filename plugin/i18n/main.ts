// `npm run i18n -w plugin`: writes the template again from the sources and brings every language's .po up to it.
// `npm run i18n -w plugin -- --compile` (a part of the build) makes of each .po what WordPress reads: .mo and .json.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  catalogueOf,
  compileForPhp,
  compileForScripts,
  listLocales,
  poFile,
  readCatalogue,
  templateFile,
} from './catalogue.ts';
import { DOMAIN, entriesOf, extractSentences, pluginDir } from './extract.ts';

/** Beside the scripts: everything in there is made by the build. */
const builtDir = join(pluginDir, 'build/languages');

const isCompiling = process.argv.includes('--compile');
if (!isCompiling) await update();
for (const locale of await listLocales()) {
  const catalogue = await readCatalogue(locale);
  if (isCompiling) {
    await mkdir(builtDir, { recursive: true });
    await writeFile(join(builtDir, `${DOMAIN}-${locale}.mo`), compileForPhp(catalogue));
    await writeFile(join(builtDir, `${DOMAIN}-${locale}.json`), compileForScripts(catalogue, locale));
  } else {
    const missing = entriesOf(catalogue).filter((entry) => entry.msgstr.includes(''));
    console.log(`${locale}: ${missing.length} sentences to translate`);
    for (const { msgid } of missing) console.log(`  ${msgid}`);
  }
}

async function update(): Promise<void> {
  const sentences = await extractSentences();
  await writeFile(templateFile, catalogueOf(sentences, null));
  console.log(`${sentences.length} sentences`);
  for (const locale of await listLocales()) {
    await writeFile(poFile(locale), catalogueOf(sentences, locale, await readCatalogue(locale)));
  }
}
