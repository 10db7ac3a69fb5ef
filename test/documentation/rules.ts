// What Google's documentation says may be used where, and which permission it needs.

/** What an execution may use of a class or of all classes of a service: everything, what reads, or some members. */
export type Allowed = 'all' | 'reads' | readonly string[];

export interface Context {
  readonly name: string;
  /** Google's page that says so. */
  readonly page: string;
  /** By class, such as `Base.Ui`, or by service, such as `Base`; the class goes first. What is missing may not be used. */
  readonly may: Readonly<Record<string, Allowed>> | 'all';
  readonly mayNot?: readonly string[];
}

const GUIDES = 'https://developers.google.com/apps-script/guides';

/** "Add menu items" is all that an opened document allows of the interface. */
const MENUS = ['createMenu', 'createAddonMenu'];

export const CUSTOM_FUNCTION: Context = {
  name: 'custom function',
  page: `${GUIDES}/sheets/functions#using_services`,
  may: {
    Cache: 'all',
    // "Can generate HTML, but cannot display it."
    HTML: 'all',
    Lock: 'all',
    // "getUserProperties() only gets the properties of the spreadsheet owner"; editors cannot set any of these.
    Properties: 'all',
    // "Read only (can use most get*() methods, but not set*())."
    Spreadsheet: 'reads',
    URL_Fetch: 'all',
    Utilities: 'all',
    'Base.Blob': 'all',
  },
};

export const SIMPLE_TRIGGER: Context = {
  name: 'simple trigger',
  page: `${GUIDES}/triggers#restrictions`,
  // "They cannot access services that require authorization"; "they can modify the file they are bound to, but cannot access
  // other files".
  may: {
    Cache: 'all',
    HTML: 'all',
    Lock: 'all',
    Properties: 'all',
    Spreadsheet: 'all',
    Utilities: 'all',
    'Base.Blob': 'all',
    'Base.Menu': 'all',
    'Base.Ui': MENUS,
    'Script.AuthMode': 'all',
    'Script.ScriptApp': ['AuthMode'],
  },
  mayNot: ['openById', 'openByUrl', 'open', 'create'].map((name) => `Spreadsheet.SpreadsheetApp.${name}`),
};

/** `onOpen` of an add-on that nobody has used in this document: its menu, and services that need no authorization. */
export const NOT_ENABLED: Context = {
  name: 'add-on that is not used in the document',
  page: 'https://developers.google.com/workspace/add-ons/concepts/editor-auth-lifecycle#authorization_modes',
  may: {
    'Base.Menu': 'all',
    'Base.Ui': MENUS,
    'Script.AuthMode': 'all',
    'Script.ScriptApp': ['AuthMode'],
    'Spreadsheet.SpreadsheetApp': ['getUi'],
    Utilities: 'all',
  },
};

export const INSTALLABLE_TRIGGER: Context = {
  name: 'installable trigger',
  page: 'https://developers.google.com/apps-script/reference/base/ui',
  may: 'all',
  // "A script can only interact with the UI for the current instance of an open editor": a clock has none.
  mayNot: ['Spreadsheet.SpreadsheetApp.getUi', 'Base.Browser.msgBox', 'Base.Browser.inputBox'],
};

export const PERSON: Context = {
  name: 'menu or sidebar',
  page: `${GUIDES}/services/authorization`,
  may: 'all',
};

export function isAllowed({ may, mayNot }: Context, of: string, member: string): boolean {
  if (mayNot?.includes(`${of}.${member}`)) return false;
  if (may === 'all') return true;
  const allowed = may[of] ?? may[of.split('.')[0]!];
  if (allowed === undefined) return false;
  if (allowed === 'all') return true;
  return allowed === 'reads' ? /^(get|is|[A-Z])/.test(member) : allowed.includes(member);
}

const AUTH = 'https://www.googleapis.com/auth';

/** Any of these permissions is enough for a member; none where it needs none. From the section "Authorization" of each. */
export function scopesOf(of: string, member: string): readonly string[] {
  const [service] = of.split('.');
  const own = OWN_SCOPES[of]?.[member] ?? OWN_SCOPES[of]?.['*'];
  if (own) return own;
  if (service === 'Spreadsheet')
    // Enumerations, builders and the interface belong to no document.
    return /^([A-Z]|new|getUi$)/.test(member) || /Builder$/.test(of) ? [] : SPREADSHEET;
  return NEEDS_NONE.has(service!) ? [] : [`one of ${service}`];
}

const SPREADSHEET = [`${AUTH}/spreadsheets.currentonly`, `${AUTH}/spreadsheets`];
const EVERY_SPREADSHEET = [`${AUTH}/spreadsheets`];
const DIALOG = [`${AUTH}/script.container.ui`];
const TRIGGERS = [`${AUTH}/script.scriptapp`];
const EMAIL = [`${AUTH}/userinfo.email`];

const OWN_SCOPES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'Spreadsheet.SpreadsheetApp': {
    openById: EVERY_SPREADSHEET,
    openByUrl: EVERY_SPREADSHEET,
    open: EVERY_SPREADSHEET,
    create: EVERY_SPREADSHEET,
  },
  'Base.Ui': { showSidebar: DIALOG, showModalDialog: DIALOG, showModelessDialog: DIALOG },
  'Base.Session': { getActiveUser: EMAIL, getEffectiveUser: EMAIL },
  'Script.ScriptApp': {
    newTrigger: TRIGGERS,
    deleteTrigger: TRIGGERS,
    getProjectTriggers: TRIGGERS,
    getUserTriggers: TRIGGERS,
  },
  'Mail.MailApp': { '*': [`${AUTH}/script.send_mail`] },
  'URL_Fetch.UrlFetchApp': { '*': [`${AUTH}/script.external_request`] },
};

const NEEDS_NONE = new Set([
  'Base',
  'Cache',
  'Charts',
  'HTML',
  'Lock',
  'Properties',
  'Script',
  'URL_Fetch',
  'Utilities',
]);

/** What the program uses all the same, and why that is right: members, and globals. `*` is any function. */
export const DELIBERATE: readonly {
  readonly in: string;
  readonly uses: readonly string[];
  readonly why: string;
}[] = [
  {
    in: '*',
    uses: ['Script.AuthorizationInfo.getAuthorizedScopes'],
    why: 'Documented, and missing in the published types.',
  },
  {
    in: '*',
    uses: ['Spreadsheet.Range.getFontColors'],
    why: 'Deprecated for objects, of which each cell has one; colours of all cells are read at once.',
  },
  {
    in: '*',
    uses: ['Base.Session.getScriptTimeZone'],
    why: 'The guide to custom functions has no Session; it is asked where neither spreadsheet nor cache tells the zone.',
  },
  {
    in: '*',
    uses: ['window'],
    why: 'The XML parser has a branch for browsers.',
  },
];
