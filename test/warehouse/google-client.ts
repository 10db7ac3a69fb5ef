/** Google's BigQuery client, connected to the simulated service. */
import { BigQuery, type Job, type Table } from '@google-cloud/bigquery';
import { PassThroughClient } from 'google-auth-library';
import type { RunningWarehouse } from './server.ts';

/** Passes an explicit auth client: without one, the client looks for credentials, and its uploads end the process. */
export function clientOf({ announcement: { url, project, location } }: RunningWarehouse): BigQuery {
  const authClient = new PassThroughClient();
  return new BigQuery({ projectId: project, location, apiEndpoint: url, authClient, maxRetries: 0 });
}

/** Uploads with the client, and returns the accepted job. */
export function upload(table: Table, lines: Buffer | string, load: object): Promise<Job> {
  return new Promise((resolve, reject) => {
    const stream = table.createWriteStream({ sourceFormat: 'NEWLINE_DELIMITED_JSON', ...load });
    stream.on('error', reject);
    stream.on('job', resolve);
    stream.end(lines);
  });
}

/** Polls until the job ends, and returns its metadata even if it failed. */
export async function ended(job: Job) {
  for (;;) {
    const [metadata] = await job.getMetadata();
    if (metadata.status.state === 'DONE') return metadata;
  }
}

export const linesOf = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
