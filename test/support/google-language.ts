/**
 * In which language Google refuses what the tests do. Each file that drives the whole product has one of its own, and
 * `HOST_LANGUAGE` is one for all of them: nothing may hang on English sentences. The host and the workbench speak English.
 */
import { expect } from 'vitest';
import { LANGUAGES, languageIn, speakUsually } from '../host/messages.ts';

const file = (expect.getState().testPath ?? '').split('/test/').at(-1)!;
const asked = process.env.HOST_LANGUAGE;
const turn = [...file].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % LANGUAGES.length;

if (!file.startsWith('end-to-end/')) speakUsually('en');
else speakUsually(asked ? languageIn(asked) : LANGUAGES[turn]!);
