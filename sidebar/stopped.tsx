/** Instead of the page, where Google denies its calls, or runs them as somebody else. */
import { Button } from './parts/button.tsx';
import { Notice } from './parts/notice.tsx';
import type { Failure } from './transport.ts';

export function Stopped({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  return (
    <div class="panel">
      <Notice kind="bad" title="Several Google accounts?">
        <p>{failure.message}</p>
        <p>
          Open the sidebar again from the menu. If it stops again, several Google accounts are signed in to this
          browser: open this spreadsheet in a separate browser profile or a private window, signed in with only the
          account that you use for the shop, and open the sidebar there.
        </p>
      </Notice>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
