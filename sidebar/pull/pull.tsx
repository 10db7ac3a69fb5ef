/** The Pull tab: the form, then progress, then the result. */
import type { State } from '../../src/app/state-view.ts';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import { forms } from '../build-constants.ts';
import { CopyTable } from '../copy/copy-table.tsx';
import { Button } from '../parts/button.tsx';
import { AddReport } from '../reports/add-report.tsx';
import { KeepPull } from './keep-pull.tsx';
import { PullForm } from './pull-form.tsx';
import { PullProgress } from './pull-progress.tsx';
import { PullResult } from './pull-result.tsx';
import type { PullSession } from './pull-session.ts';

interface Props {
  readonly connections: readonly ConnectionSummary[];
  readonly consents: State['consents'];
  /** True if other users fill the tables. */
  readonly isShared: boolean;
  readonly session: PullSession;
  onConnect(): void;
}

export function Pull({ connections, consents, isShared, session, onConnect }: Props) {
  const { busy, report, failure, request } = session;
  const ended = !busy && report !== undefined;
  const asked = forms.find(({ operation }) => operation === request?.operation);
  const empty = connections.length === 0 && !busy && !ended;
  return (
    <>
      {empty && (
        <section class="empty">
          <h2>No connection yet</h2>
          <p>
            {isShared
              ? 'You can use all tables and reports. To pull data yourself, connect with your own keys.'
              : 'Connect your shop, or try the demo shop. Then pull its data here.'}
          </p>
          <Button kind="primary" onClick={onConnect}>
            Go to Connect
          </Button>
        </section>
      )}
      <PullForm
        connections={connections}
        consents={consents}
        shown={!busy && !ended && !empty}
        refused={failure}
        onChange={session.clear}
        onPull={session.start}
        onConnect={onConnect}
      />
      {!busy && !ended && !empty && <AddReport />}
      {!busy && !ended && !empty && <CopyTable />}
      {busy && <PullProgress session={session} />}
      {ended && (
        <PullResult report={report} failure={failure} session={session} onConnect={onConnect} onBack={session.clear} />
      )}
      {ended && request && asked && <KeepPull form={asked} request={() => request} />}
    </>
  );
}
