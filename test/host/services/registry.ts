// The host's services by class. A method with its own rules has its own entry.
import { attachment, developerMetadata, developerMetadataFinder } from './attachments.ts';
import { cache, cacheService } from './cache.ts';
import { browser, dialogs, menuRemoval } from './dialogs.ts';
import { lock, lockService } from './locks.ts';
import { properties, propertiesService } from './properties.ts';
import { protection } from './protection.ts';
import { range, rangeList } from './range.ts';
import { reference } from './reference.ts';
import { authorization, clockTriggerBuilder, scriptApp, spreadsheetTriggerBuilder, token } from './script-app.ts';
import type { Service } from './service.ts';
import { sheet } from './sheet.ts';
import { consoleService, htmlService, mailApp, manifest, messages, refusal, session } from './small.ts';
import { getUi, opening, spreadsheet, spreadsheetApp } from './spreadsheet.ts';
import { menu, ui } from './ui.ts';
import { urlFetchApp } from './url-fetch.ts';
import { utilities } from './utilities.ts';

export const services: Record<string, Service> = {
  Attachment: attachment,
  Browser: browser,
  Cache: cache,
  CacheService: cacheService,
  ClockTriggerBuilder: clockTriggerBuilder,
  DeveloperMetadata: developerMetadata,
  DeveloperMetadataFinder: developerMetadataFinder,
  HtmlService: htmlService,
  Lock: lock,
  LockService: lockService,
  MailApp: mailApp,
  Menu: menu,
  'Menu.removeMenu': menuRemoval,
  Properties: properties,
  PropertiesService: propertiesService,
  Protection: protection,
  Range: range,
  RangeList: rangeList,
  ScriptApp: scriptApp,
  'ScriptApp.getAuthorizationInfo': authorization,
  'ScriptApp.getAuthorizedScopes': authorization,
  'ScriptApp.getOAuthToken': token,
  Session: session,
  Sheet: sheet,
  Spreadsheet: spreadsheet,
  SpreadsheetApp: spreadsheetApp,
  'SpreadsheetApp.getUi': getUi,
  'SpreadsheetApp.openById': opening,
  SpreadsheetTriggerBuilder: spreadsheetTriggerBuilder,
  Ui: ui,
  'Ui.alert': dialogs,
  'Ui.prompt': dialogs,
  UrlFetchApp: urlFetchApp,
  Utilities: utilities,
  console: consoleService,
  manifest,
  messages,
  reference,
  refusal,
};
