/** The export to the warehouse as a dataset of jobs: declared like an operation, without calls to the marketplace. */
import type { TabledOperation } from '../tables/table.ts';

export const warehouseDataset = {
  id: 'warehouse',
  title: 'Warehouse',
  summary: 'Sends new and changed rows to BigQuery.',
  method: 'get',
  paths: {},
  formats: ['json'],
  cap: 0,
  params: {
    tables: { type: 'texts', meaning: 'Only these tables, such as Orders. Blank: all tables.' },
    ownColumns: {
      type: 'texts',
      meaning: 'Headers of your own columns to include. Blank: none.',
    },
  },
  answer: { list: '', element: '', record: {} },
  tables: [],
} as const satisfies TabledOperation;
