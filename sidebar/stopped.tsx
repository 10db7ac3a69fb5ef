/** Instead of the page, where Google runs none of its calls, or runs them as somebody else. */
import { Button } from './parts/button.tsx';
import { Notice } from './parts/notice.tsx';
import type { Failure } from './transport.ts';

export function Stopped({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  return (
    <div class="panel">
      <Notice kind="bad" title="Several Google accounts?">
        <p>{failure.message}</p>
        <p>
          This happens where several Google accounts are signed in in one browser. Open this spreadsheet in a browser
          profile of its own, or in a private window, signed in with the one account that is to be connected to the
          shop, and open the sidebar there.
        </p>
      </Notice>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
