// The services of Google's that are not emulated: they are there, and each of their members says so.
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

/** Advanced services are there only under the names that the manifest gives them. */
export function defineOtherServices(): void {
  const advanced = callHost<string[]>('manifest.advancedServices');
  for (const name of [...builtIn, ...advanced]) define(name, strict<object>(name, {}));
}
