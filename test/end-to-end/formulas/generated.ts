/** Derives cases from a formula's declaration: valid and invalid values for each kind of argument. */
import type { Argument, Formula } from '../../../src/formulas/formula.ts';
import { asFor, type Cases, type Expected, gives, type Row, refuses } from './case.ts';

type Kinds = Readonly<Record<Argument['takes'], (argument: Argument) => readonly Row[]>>;

const refused = (sentence: string): Expected => refuses('MARKET_ARGUMENT', sentence);
const showsError = ({ name }: Argument): Row => [
  'broken',
  refused(`"${name}" contains a cell with the error #N/A. Fix that cell, or make it blank with IFERROR.`),
];
const oneValue = ({ name }: Argument): Row => [
  '{"a","b"}',
  refused(`"${name}" takes one value, not a range of 2 values.`),
];
const noText = ({ name }: Argument): readonly Row[] => [
  ['day', refused(`"${name}" takes text or a number, not a date.`)],
  ['tick', refused(`"${name}" takes text or a number, not TRUE.`)],
];

const WHOSE = "If someone else owns this spreadsheet, ask them: its formulas use the owner's connection.";

const WRONG: Kinds = {
  identifiers: (argument) => [
    showsError(argument),
    ['partly_broken', refuses('MARKET_ARGUMENT', /with the error #DIV\/0!\. Fix that cell/)],
    ['day', refused('An identifier was converted to a date. Format its cell as plain text and enter it again.')],
    [
      'TRUE',
      refused(
        'An identifier is TRUE. Select cells that contain identifiers, or format that cell as plain text and enter it again.',
      ),
    ],
    ['"8.12674E+11"', refuses('MARKET_ARGUMENT', /scientific notation\. Format that cell as plain text/)],
  ],
  single: (argument) => [showsError(argument), oneValue(argument), ...noText(argument)],
  field: (argument) => [
    showsError(argument),
    oneValue(argument),
    ...noText(argument),
    ['"No such"', refuses('MARKET_ARGUMENT', /"No such"/)],
    ['7', refuses('MARKET_ARGUMENT', /"7"/)],
  ],
  date: (argument) => [
    showsError(argument),
    oneValue(argument),
    ['TRUE', refused(`"${argument.name}" takes a date, such as 2025-06-30, not TRUE.`)],
    ['20250610', refused(`"${argument.name}" takes a date, such as 2025-06-30, not 20250610.`)],
    ['"soon"', refused(`"${argument.name}" takes a date such as 2025-06-30, not "soon".`)],
    ['"2025-02-30"', refused(`"${argument.name}" takes a date such as 2025-06-30, not "2025-02-30".`)],
    ['"10.06.2025"', refused(`"${argument.name}" takes a date such as 2025-06-30, not "10.06.2025".`)],
  ],
  columns: () => [
    ['"No such"', refuses('MARKET_ARGUMENT', /There is no column "No such"\. Choose from .*As of/)],
    ['7', refuses('MARKET_ARGUMENT', /There is no column "7"/)],
    ['"Customer name"', refuses('MARKET_ARGUMENT', /There is no column "Customer name"/)],
    ['"shipToZipCode"', refuses('MARKET_ARGUMENT', /There is no column "shipToZipCode"/)],
  ],
  count: (argument) => [
    showsError(argument),
    oneValue(argument),
    ...['0', '-1', '1.5', 'TRUE', '"few"', 'day'].map(
      (typed): Row => [typed, refused(`"${argument.name}" takes a whole number of 1 or more.`)],
    ),
  ],
  refresh: () => [],
  connection: (argument) => [
    showsError(argument),
    oneValue(argument),
    ...noText(argument),
    ...['No such', '7'].map(
      (name): Row => [
        `"${name}"`,
        refuses('MARKET_NO_CONNECTION', `There is no connection "${name}". Available: Shop. ${WHOSE}`),
      ],
    ),
  ],
};

/** Different ways to write June 10. */
const DAYS = ['day', 'day_of_locale', 'day_in_words', 'day_as_text', 'day_as_number', 'DATE(2025,6,10)'];
const DAY_TEXTS = ['"6/10/2025"', '" 2025-06-10 "', '"6 days ago"'];

/** The shop doesn't change, so refreshing doesn't change the result. */
const MARKS = ['tick', 'blank', 'MARKET_TICK'];

const THE_SAME: Readonly<Partial<Record<Argument['takes'], readonly string[]>>> = {
  date: [...DAYS, ...DAY_TEXTS],
  refresh: MARKS,
  connection: ['"Shop"', '" Shop "'],
};

/** `typed` puts named arguments in the formula's order. */
export function generatedCases(
  formula: Formula,
  { answered }: Cases,
  typed: (given: Readonly<Record<string, string>>) => string,
): readonly Row[] {
  const { arguments: taken } = formula;
  const withOne = (argument: Argument) => (given: string) => typed({ ...answered, [argument.name]: given });
  const same = asFor(typed(answered));
  const required = taken.filter(({ optional }) => !optional);
  const blankOf = (given: string) => typed(Object.fromEntries(required.map(({ name }) => [name, given])));
  const blank = gives(() => [['']]);
  return [
    ...taken.flatMap((argument) => {
      const typedFor = withOne(argument);
      const isLeftOut = argument.optional === true && answered[argument.name] === undefined;
      return [
        ...WRONG[argument.takes](argument).map(([given, shows]): Row => [typedFor(given), shows]),
        ...(THE_SAME[argument.takes] ?? []).map((given): Row => [typedFor(given), same]),
        ...(isLeftOut ? ['""', '" "', 'blank'] : []).map((given): Row => [typedFor(given), same]),
      ];
    }),
    ...['', '""', 'blank'].map((given): Row => [blankOf(given), blank]),
    [
      [...taken.map(() => ''), '1'].join(','),
      refused(`${formula.name} takes at most ${taken.length} arguments, not ${taken.length + 1}.`),
    ],
  ];
}
