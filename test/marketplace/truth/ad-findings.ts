import { performanceOver } from '../shop/ad-days.ts';
import { type AdGroup, adGroupsOf } from '../shop/campaigns.ts';
import { isOut } from './item-findings.ts';
import type { Findings, Found, Look } from './look.ts';

/** Numbers of full days, not counting today. */
const SPEND_DAYS = 7;
const ACOS_DAYS = 14;

export function adFindings(look: Look): Findings {
  const groups = adGroupsOf(look.world.shop);
  return {
    'ads-without-stock': groups.flatMap((group) => withoutStock(look, group)),
    'ad-budget': outOfBudget(look, groups),
    'keyword-declined': groups.flatMap(declined),
  };
}

const identity = ({ campaign, number }: AdGroup) => ({
  campaignNumber: campaign.number,
  groupNumber: number,
});

const figuresOf = ({ world: { shop }, today, shopTime }: Look, group: AdGroup, days: number) =>
  performanceOver(shop, group, today - days, today - 1, shopTime);

/** A group whose products are all out of stock loses its entire spend. In other groups the loss is unknown. */
function withoutStock(look: Look, group: AdGroup): Found[] {
  if (group.status !== 'Delivering') return [];
  const of = group.products.length;
  const out = group.products.filter((index) => isOut(look, index)).length;
  if (out === 0) return [];
  const spend = out === of ? { atRisk: figuresOf(look, group, SPEND_DAYS).spend / 100, currency: 'USD' } : {};
  return [{ ...identity(group), out, of, ...spend }];
}

function outOfBudget(look: Look, groups: readonly AdGroup[]): Found[] {
  const figures = groups.map((group) => ({ group, ...figuresOf(look, group, ACOS_DAYS) }));
  const sum = (of: (one: (typeof figures)[number]) => number) => figures.reduce((total, one) => total + of(one), 0);
  const account = sum(({ spend }) => spend) / sum(({ sales }) => sales);
  return figures
    .filter(({ group, spend, sales }) => group.status === 'Out of budget' && spend / sales < account)
    .map(({ group, spend, sales }) => ({ ...identity(group), acos: spend / sales, account }));
}

const declined = (group: AdGroup): Found[] =>
  group.keywords
    .filter((keyword) => keyword.declined !== null)
    .map(({ text, matchType }) => ({ ...identity(group), keyword: text, matchType }));
