/** The demo shop, which replays a recording stored in the script project. */
import type { DemoShop } from '../app/ports.ts';
import { addressOn, answerFrom, openingDay } from '../demo/recorded-answer.ts';
import type { Recording } from '../demo/recording.ts';
import type { HttpRequest, HttpResult } from '../protocol/http.ts';
import { argumentError, messageOf } from '../protocol/market-error.ts';
import { once } from '../protocol/store.ts';

/** The script file with the recording, added by the build. */
const FILE = 'Demo';

const recording = once(readRecording);

function readRecording() {
  const packed = HtmlService.createTemplateFromFile(FILE).getRawContent().replace(/\s/g, '');
  const blob = Utilities.newBlob(Utilities.base64Decode(packed), 'application/x-gzip');
  return JSON.parse(Utilities.ungzip(blob).getDataAsString('UTF-8')) as Recording;
}

/** A local workbench can override the demo shop with a script property. The add-on never sets it. */
export function demoShop(): DemoShop {
  const offered = PropertiesService.getScriptProperties().getProperty('DEMO_SHOP');
  if (offered !== null) return JSON.parse(offered) as DemoShop;
  const recorded = recordingOrError();
  const { sellerId, apiKey, secretKey, examples } = recorded;
  return { ...{ baseUrl: addressOn(openingDay(recorded, Date.now())), sellerId, apiKey, secretKey }, ...examples };
}

function recordingOrError() {
  try {
    return recording();
  } catch (error) {
    throw argumentError(
      `The demo shop is not available: the script's ${FILE} file cannot be read. Try again, or install all of the add-on's files again. (${messageOf(error)})`,
    );
  }
}

export function answerOfDemo(request: HttpRequest): HttpResult {
  let known: Recording;
  try {
    known = recording();
  } catch (error) {
    return { fault: 'unreachable', message: `the script's ${FILE} file: ${messageOf(error)}` };
  }
  return answerFrom(known, request);
}
