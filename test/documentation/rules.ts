// Google's documented rules: members allowed per execution type, and their permissions.

/** Members that an execution can use: all, getters only, or a list. */
export type Allowed = 'all' | 'reads' | readonly string[];

export interface Context {
  readonly name: string;
  /** Google's page with this rule. */
  readonly page: string;
  /**
   * By class, such as `Base.Ui`, or by service, such as `Base`. A class overrides its service; unlisted members are
   * forbidden.
   */
  readonly may: Readonly<Record<string, Allowed>> | 'all';
  readonly mayNot?: readonly string[];
}

const GUIDES = 'https://developers.google.com/apps-script/guides';

/** The only user interface methods that `onOpen` can call. */
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
  // "They cannot access services that require authorization"; "they can modify the file they are bound to, but cannot
  // access other files".
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

/** `onOpen` for an add-on never used in this document. Gets only its menu and services without authorization. */
export const NOT_ENABLED: Context = {
  name: 'add-on that is not enabled in the document',
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
  // "A script can only interact with the UI for the current instance of an open editor": time-driven triggers have no
  // editor.
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

/** Alternative permissions, from each member's "Authorization" section; empty if the member needs no permission. */
export function scopesOf(of: string, member: string): readonly string[] {
  const [service] = of.split('.');
  const own = OWN_SCOPES[of]?.[member] ?? OWN_SCOPES[of]?.['*'];
  if (own) return own;
  if (service === 'Spreadsheet')
    // Enumerations, builders, and the user interface don't belong to a document.
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

/** Intended uses of undocumented members and globals, with reasons. `*` stands for any function. */
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
    why: 'The replacement returns one object per cell; this reads the colors of all cells at once.',
  },
  {
    in: '*',
    uses: ['Base.Session.getScriptTimeZone'],
    why: 'The guide to custom functions does not list Session; it is used only when neither spreadsheet nor cache has the zone.',
  },
];
