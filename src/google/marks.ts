/** Keys of the developer metadata on the add-on's own sheets. */

/** A sheet by the name of its table, where no columns of it are remembered, such as the journal's. */
export const TABLE_MARK = 'market.table';
/** The journal's mark among those of tables, none of which has this name. */
export const JOURNAL_MARK = 'journal';
/** The mark of the sheet that says what was sent to the warehouse. */
export const SENT_MARK = 'sent';
/** The sheet of a table, which is known after it was renamed or moved: its columns as they were last seen. */
export const COLUMNS_MARK = 'market.columns';
