// Every word of the public pages, in each language that they speak. The languages have the same keys: the type says so.
const en = {
  registry: 'Artwork Registry',
  footer: 'An Art ID names one artwork for good, whoever owns, shows or sells it.',
  testRegistry: 'This is a test registry. Its records mean nothing.',
  untitled: 'Untitled',
  unknownArtist: 'Unknown artist',
  pictureOf: (title: string, artist: string) => `${title} by ${artist}`,
  artId: 'Art ID',
  year: 'Year',
  medium: 'Medium',
  size: 'Size',
  availability: 'Availability',
  price: 'Price',
  heldBy: 'Held by',
  provenance: 'Provenance',
  registered: 'Registered',
  registeredBy: (name: string, date: string) => `by ${name}, on ${date}`,
  updated: 'Last changed',
  seenAt: 'Seen at',
  otherForms: 'For machines',
  forms: { json: 'JSON', jsonld: 'schema.org (JSON-LD)', linkedArt: 'Linked Art (JSON-LD)', qr: 'QR code' },
  label: 'Wall label (PDF)',
  cite: 'Cite as',
  print: {
    otherScript: '(in a script that cannot be printed here; the page shows it)',
    otherScriptOnLabel: 'In a script that cannot be printed here. Scan the code to read it.',
  },
  availabilities: {
    for_sale: 'For sale',
    open_to_offers: 'Open to offers',
    not_for_sale: 'Not for sale',
    on_loan: 'On loan',
    private_collection: 'Private collection',
    sold: 'Sold',
  },
  missing: {
    title: 'Not in the registry',
    heading: 'There is nothing public at this address',
    text: 'The address may be mistyped, or the owner does not show the work at present. Art IDs are permanent: if the work is shown again, it will be here.',
  },
  withdrawn: {
    title: 'Withdrawn',
    heading: (id: string) => `${id} was withdrawn`,
    text: (registered: string, withdrawn: string) =>
      `A work was registered under this Art ID on ${registered}, and withdrawn by the registry on ${withdrawn}. The Art ID is never given to another work.`,
  },
  search: {
    title: 'Search',
    label: 'Title, artist or Art ID',
    button: 'Search',
    artist: 'Artist',
    year: 'Year',
    medium: 'Medium',
    availability: 'Availability',
    any: 'Any',
    more: 'More filters',
    count: (total: string, one: boolean) => (one ? '1 artwork' : `${total} artworks`),
    none: 'No public artwork matches. Try fewer words, or another spelling.',
    invalid: 'This search cannot be done:',
    slow: 'This search takes too long. Narrow it with another filter, or with more specific words.',
  },
  paging: {
    label: 'Pages',
    newer: 'Newer',
    older: 'Older',
    page: (page: string, of: string) => `Page ${page} of ${of}`,
  },
  start: {
    lead: 'A public register of artworks. Each has a permanent Art ID, like a book its ISBN: a page that stays, whoever owns, shows or sells the work.',
    works: 'artworks',
    newest: 'Newest artworks',
    empty: 'No artwork is registered yet.',
    forDevelopers: 'For developers',
    api: 'API documentation',
    sitemap: 'Sitemap',
    guide: 'What machines find here',
  },
  certificate: {
    title: 'Certificate of registration',
    status: {
      valid: 'Valid',
      superseded: 'Superseded by a later certificate',
      withdrawn: 'Withdrawn',
    },
    notValid: {
      superseded: 'Not valid: superseded by a later certificate',
      withdrawn: 'Not valid: withdrawn',
    },
    issuer: 'Issued by',
    issued: 'Issued on',
    withdrawn: 'Withdrawn on',
    work: 'Work',
    artist: 'Artist',
    copy: 'Copy',
    copyOf: (number: number, size: number | null) =>
      size === null ? String(number) : `${number} of ${size}`,
    note: 'Note',
    notPublic: 'The work is not public at present. Its issuer can give you the whole certificate.',
    pdf: 'For print (A4)',
    letter: 'For print (US letter)',
    signed: 'Signed file (JSON)',
    check:
      'Keep the signed file: with the public key of this registry, anybody can check it, even without this registry.',
    checkPrint: 'The address shows whether this certificate is still valid.',
    meaning:
      'The issuer says that the work is registered as described. It does not say that the work is authentic.',
  },
  status: {
    title: 'Status',
    up: 'The registry works',
    down: 'The registry has a fault',
    checked: 'Looked at',
    lastDump: 'Last dump',
  },
  dumps: {
    title: 'Dumps',
    lead: 'Every public artwork in one file, made each night: a JSON object a line, compressed. Continue with the feed of changes from the step that is given with it.',
    licence: 'Licence:',
    empty: 'The first dump is not ready yet.',
    day: 'Day',
    sequence: 'Step of the feed',
  },
  works: 'Artworks',
  noWorks: 'No public artwork at present.',
  website: 'Website',
  formerName: 'This record has a new address.',
  kinds: { artist: 'Artist', gallery: 'Gallery', museum: 'Museum', collection: 'Collection' },
  unknownArtists: 'Works whose artists are not known; they need not be by one person',
};

export type Words = typeof en;
export type Language = 'en' | 'de';

const de: Words = {
  registry: 'Kunstwerk-Register',
  footer: 'Eine Art-ID benennt ein Kunstwerk für immer, wem es auch gehört, wer es auch zeigt oder verkauft.',
  testRegistry: 'Dies ist ein Test-Register. Seine Einträge bedeuten nichts.',
  untitled: 'Ohne Titel',
  unknownArtist: 'Künstler unbekannt',
  pictureOf: (title, artist) => `${title} von ${artist}`,
  artId: 'Art-ID',
  year: 'Jahr',
  medium: 'Technik',
  size: 'Maße',
  availability: 'Verfügbarkeit',
  price: 'Preis',
  heldBy: 'Wird gezeigt von',
  provenance: 'Provenienz',
  registered: 'Eingetragen',
  registeredBy: (name, date) => `von ${name}, am ${date}`,
  updated: 'Zuletzt geändert',
  seenAt: 'Zu sehen bei',
  otherForms: 'Für Programme',
  forms: { json: 'JSON', jsonld: 'schema.org (JSON-LD)', linkedArt: 'Linked Art (JSON-LD)', qr: 'QR-Code' },
  label: 'Wandschild (PDF)',
  cite: 'Zitieren als',
  print: {
    otherScript: '(in einer Schrift, die hier nicht gedruckt werden kann; die Seite zeigt sie)',
    otherScriptOnLabel: 'In einer Schrift, die hier nicht gedruckt werden kann. Der Code führt zur Seite.',
  },
  availabilities: {
    for_sale: 'Zu verkaufen',
    open_to_offers: 'Auf Anfrage',
    not_for_sale: 'Nicht verkäuflich',
    on_loan: 'Verliehen',
    private_collection: 'Privatsammlung',
    sold: 'Verkauft',
  },
  missing: {
    title: 'Nicht im Register',
    heading: 'Unter dieser Adresse ist nichts öffentlich',
    text: 'Vielleicht ist die Adresse falsch geschrieben, oder das Werk wird zurzeit nicht gezeigt. Art-IDs bleiben für immer: Wird das Werk wieder gezeigt, steht es hier.',
  },
  withdrawn: {
    title: 'Zurückgezogen',
    heading: (id) => `${id} wurde zurückgezogen`,
    text: (registered, withdrawn) =>
      `Unter dieser Art-ID wurde am ${registered} ein Werk eingetragen und am ${withdrawn} vom Register zurückgezogen. Die Art-ID wird nie für ein anderes Werk vergeben.`,
  },
  search: {
    title: 'Suche',
    label: 'Titel, Künstler oder Art-ID',
    button: 'Suchen',
    artist: 'Künstler',
    year: 'Jahr',
    medium: 'Technik',
    availability: 'Verfügbarkeit',
    any: 'Alle',
    more: 'Weitere Filter',
    count: (total, one) => (one ? '1 Kunstwerk' : `${total} Kunstwerke`),
    none: 'Kein öffentliches Kunstwerk passt dazu. Versuchen Sie es mit weniger Wörtern oder einer anderen Schreibweise.',
    invalid: 'Diese Suche ist nicht möglich:',
    slow: 'Diese Suche dauert zu lange. Grenzen Sie sie mit einem weiteren Filter oder genaueren Wörtern ein.',
  },
  paging: {
    label: 'Seiten',
    newer: 'Neuere',
    older: 'Ältere',
    page: (page, of) => `Seite ${page} von ${of}`,
  },
  start: {
    lead: 'Ein öffentliches Register von Kunstwerken. Jedes hat eine dauerhafte Art-ID, wie ein Buch seine ISBN: eine Seite, die bleibt, wem das Werk auch gehört, wer es auch zeigt oder verkauft.',
    works: 'Kunstwerke',
    newest: 'Neueste Kunstwerke',
    empty: 'Noch ist kein Kunstwerk eingetragen.',
    forDevelopers: 'Für Entwickler',
    api: 'API-Dokumentation',
    sitemap: 'Sitemap',
    guide: 'Was Programme hier finden',
  },
  certificate: {
    title: 'Registrierungszertifikat',
    status: {
      valid: 'Gültig',
      superseded: 'Durch ein späteres Zertifikat ersetzt',
      withdrawn: 'Zurückgezogen',
    },
    notValid: {
      superseded: 'Nicht gültig: durch ein späteres Zertifikat ersetzt',
      withdrawn: 'Nicht gültig: zurückgezogen',
    },
    issuer: 'Ausgestellt von',
    issued: 'Ausgestellt am',
    withdrawn: 'Zurückgezogen am',
    work: 'Werk',
    artist: 'Künstler',
    copy: 'Exemplar',
    copyOf: (number, size) => (size === null ? String(number) : `${number} von ${size}`),
    note: 'Anmerkung',
    notPublic:
      'Das Werk ist zurzeit nicht öffentlich. Das vollständige Zertifikat gibt Ihnen der Aussteller.',
    pdf: 'Zum Drucken (A4)',
    letter: 'Zum Drucken (US Letter)',
    signed: 'Signierte Datei (JSON)',
    check:
      'Bewahren Sie die signierte Datei auf: Mit dem öffentlichen Schlüssel dieses Registers kann sie jeder prüfen, auch ohne dieses Register.',
    checkPrint: 'Unter dieser Adresse steht, ob das Zertifikat noch gültig ist.',
    meaning:
      'Der Aussteller sagt, dass das Werk wie beschrieben eingetragen ist. Das heißt nicht, dass es echt ist.',
  },
  status: {
    title: 'Zustand',
    up: 'Das Register arbeitet',
    down: 'Das Register hat eine Störung',
    checked: 'Geprüft',
    lastDump: 'Letzter Gesamtabzug',
  },
  dumps: {
    title: 'Gesamtabzüge',
    lead: 'Jede Nacht alle öffentlichen Kunstwerke in einer Datei: ein JSON-Objekt je Zeile, komprimiert. Ab dem angegebenen Schritt geht es mit der Liste der Änderungen weiter.',
    licence: 'Lizenz:',
    empty: 'Der erste Abzug ist noch nicht fertig.',
    day: 'Tag',
    sequence: 'Schritt der Änderungen',
  },
  works: 'Kunstwerke',
  noWorks: 'Zurzeit kein öffentliches Kunstwerk.',
  website: 'Website',
  formerName: 'Dieser Eintrag hat eine neue Adresse.',
  kinds: { artist: 'Künstler', gallery: 'Galerie', museum: 'Museum', collection: 'Sammlung' },
  unknownArtists: 'Werke, deren Künstler nicht bekannt sind; sie müssen nicht von einer Person sein',
};

const CATALOGUE: Readonly<Record<Language, Words>> = { en, de };
export const LANGUAGES = Object.keys(CATALOGUE) as Language[];

/** The words of one language with its ways to write numbers and days. */
export type Locale = {
  language: Language;
  words: Words;
  number: (value: number) => string;
  money: (amount: number, currency: string) => string;
  /** `iso` is a timestamp of the API; days are UTC. */
  day: (iso: string) => string;
  /** The same with the time of day. */
  moment: (iso: string) => string;
};

const SPEECHES = new Map<Language, Locale>();
/** By language and currency: making one costs more than a page's other texts together. */
const MONEY_FORMATS = new Map<string, Intl.NumberFormat>();

function moneyFormat(language: Language, currency: string): Intl.NumberFormat {
  const name = `${language} ${currency}`;
  let format = MONEY_FORMATS.get(name);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    });
    MONEY_FORMATS.set(name, format);
  }
  return format;
}

export function localeOf(language: Language): Locale {
  let locale = SPEECHES.get(language);
  if (locale === undefined) {
    const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
    const moments = new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    });
    const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    locale = {
      language,
      words: CATALOGUE[language],
      number: (value) => numbers.format(value),
      money: (amount, currency) => moneyFormat(language, currency).format(amount),
      day: (iso) => days.format(new Date(iso)),
      moment: (iso) => `${moments.format(new Date(iso))} UTC`,
    };
    SPEECHES.set(language, locale);
  }
  return locale;
}
