/** Keys of the developer metadata on the add-on's own sheets and columns. */

/** A sheet by the name of its table, where no columns of it are remembered: those of the journal, and of former versions. */
export const TABLE_MARK = 'market.table';
/** The journal's mark among those of tables, none of which has this name. */
export const JOURNAL_MARK = 'journal';
/** The same of the outbox of the warehouse. */
export const OUTBOX_MARK = 'outbox';
/** The sheet of a table, which is known after it was renamed or moved: its columns as they were last seen. */
export const COLUMNS_MARK = 'market.columns';
/** On a column of a former version, its identity: it goes wherever the column goes. */
export const COLUMN_MARK = 'market.column';
