import { useState } from 'preact/hooks';
import type { Trial } from '../../src/account/connections.ts';
import type { ConnectionSummary, DEMO_NAME } from '../../src/protocol/connection.ts';
import { joined } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Problem } from '../parts/notice.tsx';
import { STOREFRONT_LABELS } from '../storefronts.ts';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';
import { TrialResult } from './trial-result.tsx';

const DEMO: typeof DEMO_NAME = 'Demo shop';

interface Props {
  readonly connection: ConnectionSummary;
  readonly only: boolean;
  onTest(): void;
  onEdit(): void;
  onDefault(): Promise<void>;
  onRemoved(message: string): Promise<void>;
}

export function ConnectionItem({ connection, only, onTest, onEdit, onDefault, onRemoved }: Props) {
  const { name, isDefault, storefronts } = connection;
  const isDemo = name === DEMO;
  const differing = Object.keys(connection.settings ?? {}).length;
  const [trial, setTrial] = useState<Trial>();
  const [losses, setLosses] = useState<readonly string[]>();
  const asking = useTask();
  const testing = useTask();
  const changing = useTask();
  const announce = useAnnounce();
  async function test() {
    onTest();
    setTrial(undefined);
    const tried = await testing.run(() => server.testConnection(name));
    setTrial(tried);
    if (tried) announce(tried.message);
  }
  async function ask() {
    setLosses(await asking.run(() => server.connectionLosses(name)));
  }
  async function remove() {
    const message = await changing.run(async () => {
      if (isDemo) return (await server.removeDemo()).message;
      await server.removeConnection(name);
      return `"${name}" was removed.`;
    });
    if (message) await onRemoved(message);
  }
  async function makeDefault() {
    const { apiKey, secretKey, ...fields } = connection;
    const saved = await changing.run(() => server.saveConnection({ ...fields, isDefault: true }));
    if (saved) await onDefault();
  }
  return (
    <li class="card">
      <div class="title">
        <h3>{name}</h3>
        {isDefault && !only && <Badge kind="plain">Default</Badge>}
      </div>
      <dl class="facts">
        <dt>Seller ID</dt>
        <dd>{connection.sellerId}</dd>
        <dt>API address</dt>
        <dd>{connection.baseUrl}</dd>
        <dt>Storefronts</dt>
        <dd>{joined(storefronts.map((each) => STOREFRONT_LABELS[each]))}</dd>
        <dt>API key</dt>
        <dd>{connection.apiKey}</dd>
        <dt>Secret key</dt>
        <dd>{connection.secretKey}</dd>
      </dl>
      {differing > 0 && <p class="hint">{differing === 1 ? '1 setting changed' : `${differing} settings changed`}.</p>}
      <div class="row">
        <Button kind="quiet" busy={testing.busy} label={`Test ${name}`} onClick={test}>
          Test
        </Button>
        {!isDemo && (
          <Button kind="quiet" label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        )}
        {!isDefault && (
          <Button kind="quiet" busy={changing.busy} label={`Make default: ${name}`} onClick={makeDefault}>
            Make default
          </Button>
        )}
        <Button kind="quiet" busy={asking.busy} label={`Remove ${name}`} onClick={ask}>
          Remove
        </Button>
      </div>
      {losses && (
        <Confirm
          title={`Remove "${name}"?`}
          yes="Remove"
          no="Keep it"
          danger
          busy={changing.busy}
          onYes={remove}
          onNo={() => setLosses(undefined)}
        >
          {losses.map((loss) => (
            <p key={loss}>{loss}</p>
          ))}
        </Confirm>
      )}
      <Problem failure={asking.failure ?? changing.failure} />
      <Problem failure={testing.failure} />
      {trial && <TrialResult trial={trial} />}
    </li>
  );
}
