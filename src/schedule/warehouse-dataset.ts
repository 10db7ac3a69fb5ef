/** The export to the warehouse as a dataset of jobs: it is told as an operation is, and asks nobody of the marketplace. */
import type { TabledOperation } from '../tables/table.ts';

export const warehouseDataset = {
  id: 'warehouse',
  title: 'Warehouse',
  summary: 'Sends what is new in the tables to BigQuery.',
  method: 'get',
  paths: {},
  formats: ['json'],
  cap: 0,
  params: {
    tables: { type: 'texts', meaning: 'Only these tables, such as Orders. Blank: all.' },
    ownColumns: {
      type: 'texts',
      meaning: 'Headers of columns of your own that go along. Blank: none does.',
    },
  },
  answer: { list: '', element: '', record: {} },
  tables: [],
} as const satisfies TabledOperation;
