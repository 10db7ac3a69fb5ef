/**
 * The language of Google's error messages in a test. Each end-to-end file uses a different language, and
 * `HOST_LANGUAGE` overrides all, to catch code that parses English messages. The host and the workbench use English.
 */
import { expect } from 'vitest';
import { LANGUAGES, languageIn, speakUsually } from '../host/messages.ts';

const file = (expect.getState().testPath ?? '').split('/test/').at(-1)!;
const asked = process.env.HOST_LANGUAGE;
const turn = [...file].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % LANGUAGES.length;

if (!file.startsWith('end-to-end/')) speakUsually('en');
else speakUsually(asked ? languageIn(asked) : LANGUAGES[turn]!);
