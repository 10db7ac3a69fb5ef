// Google services that aren't emulated. They exist, but every use throws "not emulated".
import { callHost } from './bridge.ts';
import { define } from './scope.ts';
import { strict } from './strict.ts';

const builtIn = [
  'CalendarApp',
  'CardService',
  'ConferenceDataService',
  'ContactsApp',
  'ContentService',
  'DataStudioApp',
  'DocumentApp',
  'DriveApp',
  'FormApp',
  'GmailApp',
  'GroupsApp',
  'Jdbc',
  'LanguageApp',
  'LinearOptimizationService',
  'Maps',
  'MimeType',
  'ScriptProperties',
  'SitesApp',
  'SlidesApp',
  'UserProperties',
  'XmlService',
];

/** Advanced services exist only under their names in the manifest. */
export function defineOtherServices(): void {
  const advanced = callHost<string[]>('manifest.advancedServices');
  for (const name of [...builtIn, ...advanced]) define(name, strict<object>(name, {}));
}
