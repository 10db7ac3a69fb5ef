/** Keys of the developer metadata on the add-on's own sheets and columns. */

/** The sheet of a table, by the table's name: it is known after it was renamed or moved. */
export const TABLE_MARK = 'market.table';
/** The journal's mark among those of tables, none of which has this name. */
export const JOURNAL_MARK = 'journal';
/** On the sheet: its columns as they were last seen. */
export const COLUMNS_MARK = 'market.columns';
/** On a column, its identity: it goes wherever the column goes. */
export const COLUMN_MARK = 'market.column';
/** On a sheet: formulas that were rewritten into one, each with what they were. */
export const REWRITTEN_MARK = 'market.turned';
