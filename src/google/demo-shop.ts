/** The demo shop on Google: its recording is a file of the script project, which is read when somebody asks for it. */
import type { DemoShop } from '../app/ports.ts';
import { addressOn, answerFrom } from '../demo/answer.ts';
import { openingDay } from '../demo/dates.ts';
import type { Recording } from '../demo/recording.ts';
import type { HttpRequest, HttpResult } from '../protocol/http.ts';
import { MarketError } from '../protocol/market-error.ts';
import { once } from '../protocol/once.ts';

/** Name of the file, which the build packs. */
const FILE = 'Demo';

/** The recording is too long to be read twice. */
const recording = once((): Recording => {
  const packed = fileText().replace(/\s/g, '');
  const blob = Utilities.newBlob(Utilities.base64Decode(packed), 'application/x-gzip');
  return JSON.parse(Utilities.ungzip(blob).getDataAsString('UTF-8')) as Recording;
});

function fileText(): string {
  try {
    return HtmlService.createTemplateFromFile(FILE).getRawContent();
  } catch {
    throw new MarketError(
      'MARKET_ARGUMENT',
      `There is no demo shop here: the file ${FILE}.html is missing from this script. Add it as the installation guide says.`,
    );
  }
}

/** Where a local workbench offers a shop of its own, that one; it is set by such surroundings and never by the add-on. */
export function demoShop(): DemoShop {
  const offered = PropertiesService.getScriptProperties().getProperty('DEMO_SHOP');
  if (offered !== null) return JSON.parse(offered) as DemoShop;
  const { sellerId, apiKey, secretKey, examples } = recording();
  return {
    baseUrl: addressOn(openingDay(recording(), Date.now())),
    sellerId,
    apiKey,
    secretKey,
    ...examples,
  };
}

export function answerOfDemo(request: HttpRequest): HttpResult {
  try {
    return answerFrom(recording(), request);
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return { fault: 'unreachable', message: error.message };
  }
}
