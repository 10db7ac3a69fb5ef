/** The demo shop on Google: its recording is a file of the script project. */
import type { DemoShop } from '../app/ports.ts';
import { addressOn, answerFrom, openingDay } from '../demo/recorded-answer.ts';
import type { Recording } from '../demo/recording.ts';
import type { HttpRequest, HttpResult } from '../protocol/http.ts';
import { argumentError, messageOf } from '../protocol/market-error.ts';
import { once } from '../protocol/store.ts';

/** Name of the file, which the build packs. */
const FILE = 'Demo';

const recording = once(readRecording);

/** Throws if Google cannot read the file. */
function readRecording(): Recording {
  const packed = HtmlService.createTemplateFromFile(FILE).getRawContent().replace(/\s/g, '');
  const blob = Utilities.newBlob(Utilities.base64Decode(packed), 'application/x-gzip');
  return JSON.parse(Utilities.ungzip(blob).getDataAsString('UTF-8')) as Recording;
}

/** A local workbench may offer its own shop by a script property, which the add-on never sets. */
export function demoShop(): DemoShop {
  const offered = PropertiesService.getScriptProperties().getProperty('DEMO_SHOP');
  if (offered !== null) return JSON.parse(offered) as DemoShop;
  const recorded = recordingOrError();
  const { sellerId, apiKey, secretKey, examples } = recorded;
  return { ...{ baseUrl: addressOn(openingDay(recorded, Date.now())), sellerId, apiKey, secretKey }, ...examples };
}

function recordingOrError(): Recording {
  try {
    return recording();
  } catch (error) {
    throw argumentError(
      `The demo shop is not available: the script's ${FILE} file cannot be read. Try again. If the problem persists, install all files of the add-on again. (${messageOf(error)})`,
    );
  }
}

export function answerOfDemo(request: HttpRequest): HttpResult {
  let known: Recording;
  try {
    known = recording();
  } catch (error) {
    return { fault: 'unreachable', message: `the file ${FILE} of this script: ${messageOf(error)}` };
  }
  return answerFrom(known, request);
}
