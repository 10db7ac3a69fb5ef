import { daysFrom } from '../protocol/dates.ts';
import {
  type AdFigures,
  type Call,
  members,
  pageIn,
  pageOf,
  type Recording,
  type Row,
  textIn,
  unable,
} from './recording.ts';

const [LARGEST_PAGE, LARGEST_LIST] = [100, 9_999_999];

type Filter = (row: Row) => boolean;

export function performanceOf(recording: Recording, { body }: Call): Row {
  const { groups, sponsorTypes, envelopes } = recording;
  const figures = figuresOver(recording, String(body.fromDate), String(body.toDate));
  const [campaign, type, sponsor] = ['campaignNumber', 'type', 'sponsorType'].map((name) => textIn(body, name));
  const country = body.countryCode === undefined ? undefined : String(body.countryCode).toUpperCase();
  const [isActive, isNamed] = [activity(body), naming(recording, body)];
  const found = groups.filter(
    (group) =>
      isSame(campaign, group.campaignNumber) &&
      isSame(type, group.type) &&
      isSame(sponsor, sponsorTypes[String(group.campaignNumber)]) &&
      isSame(country, group.countryCode) &&
      isActive(group) &&
      isNamed(group),
  );
  const rows = pageOf(found, pageFor(body, LARGEST_PAGE)).map((group) => ({
    ...group,
    ...withRatios(figures(String(group.groupNumber))),
  }));
  return { ...envelopes.performance, rows, totalRows: found.length };
}

export function keywordsOf({ keywords, envelopes }: Recording, { body }: Call): Row {
  const [campaign, group] = ['campaignNumber', 'groupNumber'].map((name) => textIn(body, name));
  const isActive = activity(body);
  const isExact = textIn(body, 'searchKeywordType') === 'KEYWORD';
  const wanted = body.keyword === undefined ? undefined : String(body.keyword);
  const isMatch = ({ keyword }: Row) =>
    wanted === undefined ||
    (isExact ? keyword === wanted : String(keyword).toLowerCase().includes(wanted.toLowerCase()));
  const found = (keywords[campaign ?? ''] ?? []).filter(
    (row) => isSame(group, row.groupNumber) && isActive(row) && isMatch(row),
  );
  return { ...envelopes.keywords, rows: pageOf(found, pageFor(body, LARGEST_LIST)), totalRows: found.length };
}

function isSame(asked: string | undefined, value: unknown) {
  return asked === undefined || asked === String(value);
}

function activity(body: Row): Filter {
  const asked = textIn(body, 'activeStatus');
  return ({ activeStatus }) => asked === undefined || activeStatus === asked;
}

/** Compares the keyword with the field that `searchKeywordType` selects, ignoring case. */
function naming({ keywords }: Recording, body: Row): Filter {
  const means = textIn(body, 'searchKeywordType');
  if (body.keyword === undefined) return () => true;
  const isIt = (value: unknown) => String(value).toLowerCase() === String(body.keyword).toLowerCase();
  return ({ campaignNumber, campaignName, groupNumber, groupName }) => {
    if (means === 'GROUP_NUM') return isIt(groupNumber);
    if (means === 'GROUP_NAME') return isIt(groupName);
    if (means !== 'KEYWORD') return isIt(campaignName);
    const own = keywords[String(campaignNumber)] ?? [];
    return own.some((row) => row.groupNumber === groupNumber && isIt(row.keyword));
  };
}

/** Supports only the recorded order because recorded rows have no date to sort by. */
function pageFor(body: Row, largest: number) {
  const info = members(body, 'pageInfo');
  if (String(info.sortField ?? 'InDate').toLowerCase() !== 'indate' || (info.sortType ?? 'Desc') !== 'Desc')
    throw unable('sorts only by InDate in descending order');
  return pageIn({ pageSize: 20, ...info }, ['pageIndex', 'pageSize'], largest);
}

function figuresOver({ adDays, day }: Recording, from: string, to: string): (group: string) => AdFigures {
  const recorded = Object.keys(adDays).sort();
  if (from > to) throw unable('needs a start date on or before the end date');
  if (from < recorded[0]!) throw unable(`has only ${daysFrom(recorded[0]!, day)} days of ad data`);
  const days = recorded.filter((each) => each >= from && each <= to).map((each) => adDays[each]!);
  return (group) =>
    days.reduce<AdFigures>(
      ([spend, sales, impressions, clicks, orders], each) => {
        const [a, b, c, d, e] = each[group] ?? [0, 0, 0, 0, 0];
        return [spend + a, sales + b, impressions + c, clicks + d, orders + e];
      },
      [0, 0, 0, 0, 0],
    );
}

function withRatios([spend, sales, impressions, clicks, orders]: AdFigures): Row {
  return {
    ...{ spend: spend / 100, sales: sales / 100, impressions, clicks, orders },
    ...{ acos: ratio(spend, sales), ctr: ratio(clicks, impressions) },
    ...{ cr: ratio(orders, clicks), cpc: ratio(spend / 100, clicks) },
  };
}

/** Rounds like the service. Returns null if `whole` is 0. */
function ratio(part: number, whole: number) {
  return whole === 0 ? null : Number((part / whole).toFixed(6));
}
