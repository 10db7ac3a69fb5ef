import { HTTP } from '../assumptions.ts';
import type { Call, Operation, World } from '../operations/operation.ts';
import type { Storefront } from '../options.ts';
import { shopTimeAt } from '../shop/shop.ts';
import { PLAIN } from '../wire/encoding.ts';
import { answerFormat, type Format } from '../wire/formats.ts';
import { Refusal } from '../wire/refusal.ts';
import type { Fields } from '../wire/tree.ts';
import { type Answer, internalErrorAnswer, refusalAnswer, successAnswer } from './answers.ts';
import type { Gateway } from './app.ts';
import { applyFault } from './apply-fault.ts';
import { bodyText } from './body-text.ts';
import type { CapGuard } from './caps.ts';
import { formatHeadersOf, type MarketplaceContext } from './context.ts';
import { checkKeys, checkSellerId } from './credentials.ts';
import type { FaultMix } from './fault-mix.ts';
import { FaultSource, flakyMix } from './faults.ts';
import { oddEncoding } from './odd-shapes.ts';
import { readBody } from './read-body.ts';
import { withUnknownCodes } from './unknown-codes.ts';

/** Identifies repeated calls. Omits the origin, whose port differs from run to run. */
const sameCall = ({ req }: MarketplaceContext, text: string): string =>
  `${req.method} ${req.path} ${JSON.stringify(req.query())}\n${text}`;

export function createCallHandler(world: World, caps: CapGuard, mix: FaultMix): Gateway['serve'] {
  const { shop } = world;
  const asked = new FaultSource(shop.seed, mix, false);
  const flaky = new FaultSource(shop.seed, shop.scenario === 'flaky' ? flakyMix : [], true);
  let answered = 0;

  /** Checks credentials, then the cap, then the request, as a gateway does. */
  function admit(context: MarketplaceContext, operation: Operation, now: number): void {
    checkKeys(shop, context.req.header('authorization'), context.req.header('secretkey'));
    checkSellerId(shop, context.req.query('sellerid'), operation);
    caps.take(operation, now);
  }

  function fieldsOf(context: MarketplaceContext, operation: Operation, call: Omit<Call, 'body'>, text: string) {
    const body = readBody(operation, text, formatHeadersOf(context));
    const fields = operation.answer({ ...call, body });
    return shop.scenario === 'unknown-codes' ? (withUnknownCodes(fields) as Fields) : fields;
  }

  return async (context, operation, storefront: Storefront, now) => {
    const format: Format = operation.isSponsored ? 'json' : answerFormat(formatHeadersOf(context));
    const encoding = shop.scenario === 'odd-shapes' ? oddEncoding(shop.seed, answered++) : PLAIN;
    const call = {
      world,
      storefront,
      now,
      shopTime: shopTimeAt(shop, now),
      query: (name: string) => context.req.query(name) || undefined,
      itemNumber: context.req.param('itemnumber') ?? '',
    };
    let text = '';
    let answer: Answer;
    let fields: Fields | undefined;
    try {
      text = await bodyText(context.req.raw.body);
      admit(context, operation, now);
      fields = fieldsOf(context, operation, call, text);
      answer = successAnswer(fields, format, operation.isSponsored, encoding);
    } catch (error) {
      if (error instanceof Refusal) answer = refusalAnswer(error, format, encoding);
      else if (context.env.incoming.socket.destroyed) {
        return { ...internalErrorAnswer(format), delivery: 'closed' };
      } else {
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        answer = internalErrorAnswer(format);
      }
    }
    if (answer.status === HTTP.tooManyRequests) return answer;
    const same = sameCall(context, text);
    const kind = asked.next(same) ?? flaky.next(same);
    return kind ? applyFault(answer, kind, { operation, fields, format, now }) : answer;
  };
}
