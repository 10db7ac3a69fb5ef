/** Conditional rules of a new sheet: quiet colours for texts and dates, which say the same without them. */
import type { Column } from '../tables/columns.ts';
import { columnLetters } from '../tables/letters.ts';
import { type Separator, withSeparator } from '../tables/separator.ts';
import type { Tone } from '../tables/table.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;
type Rule = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;
type Builder = GoogleAppsScript.Spreadsheet.ConditionalFormatRuleBuilder;

/** Background and letters, of a contrast that everybody can read. */
const COLORS: Readonly<Record<Tone, readonly [background: string, letters: string]>> = {
  good: ['#e6f4ea', '#0d652d'],
  open: ['#fef7e0', '#7a4f01'],
  bad: ['#fce8e6', '#b31412'],
  over: ['#f1f3f4', '#5f6368'],
};

/** The first of the rules that holds for a cell counts. */
export function conditionalRules(
  sheet: GoogleSheet,
  columns: readonly Column[],
  separator: () => Separator,
  position = (id: string) => columns.findIndex((column) => column.id === id) + 1,
): Rule[] {
  const cellOf = (id: string) => `$${columnLetters(position(id))}2`;
  const satisfied = (formula: string) => (builder: Builder) =>
    builder.whenFormulaSatisfied(`=${withSeparator(formula, separator())}`);
  return columns.flatMap(({ id, kind, opens }) => {
    const letters = columnLetters(position(id));
    const rule = (tone: Tone, holds: (builder: Builder) => Builder) =>
      toned(holds(SpreadsheetApp.newConditionalFormatRule()), tone)
        .setRanges([sheet.getRange(`${letters}2:${letters}`)])
        .build();
    const rules: Rule[] = [];
    if (typeof opens?.tones === 'string') rules.push(rule(opens.tones, (each) => each.whenCellNotEmpty()));
    else
      for (const [tone, texts] of Object.entries(opens?.tones ?? {}))
        for (const text of texts) rules.push(rule(tone as Tone, (each) => each.whenTextEqualTo(text)));
    for (const [tone, when] of opens?.marks ?? []) {
      const formula = when.replace(/\{(\w+)\}/g, (_, column: string) => cellOf(column));
      rules.push(rule(tone, satisfied(formula)));
    }
    if (opens?.deadline && position(opens.deadline.column) > 0) {
      const { column, values } = opens.deadline;
      const other = cellOf(column);
      const isOpen = `ISNUMBER(${letters}2),OR(${values.map((value) => `${other}=${value}`).join(',')})`;
      // A day is over at its end.
      const end = kind === 'day' ? `${letters}2+1` : `${letters}2`;
      rules.push(
        rule('bad', satisfied(`AND(${isOpen},${end}<NOW())`)),
        rule('open', satisfied(`AND(${isOpen},${end}<NOW()+1)`)),
      );
    }
    return rules;
  });
}

/** What went wrong is bold as well, and what is over is slanted. */
export function toned(builder: Builder, tone: Tone): Builder {
  const [background, letters] = COLORS[tone];
  const colored = builder.setBackground(background).setFontColor(letters);
  if (tone === 'bad') return colored.setBold(true);
  return tone === 'over' ? colored.setItalic(true) : colored;
}
