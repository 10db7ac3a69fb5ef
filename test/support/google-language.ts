/**
 * In which language Google refuses what the tests do: English, or for all tests that drive the product the one that
 * `HOST_LANGUAGE` names. What Google says at all is told in English by the tests of the host.
 */
import { expect } from 'vitest';
import { languageIn, speakUsually } from '../host/messages.ts';

const file = (expect.getState().testPath ?? '').split('/test/').at(-1)!;
const asked = process.env.HOST_LANGUAGE;

speakUsually(asked && !file.startsWith('host/') ? languageIn(asked) : 'en');
