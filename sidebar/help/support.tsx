import { useEffect, useState } from 'preact/hooks';
import type { Installation } from '../../src/app/support-report.ts';
import { putOnClipboard } from '../copy/file-and-clipboard.ts';
import { calendarDay } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';

export function Support({ isOpen }: { readonly isOpen: boolean }) {
  const [installed, setInstalled] = useState<Installation>();
  const [report, setReport] = useState('');
  const [copied, setCopied] = useState('');
  const loading = useTask();
  const making = useTask();
  const announce = useAnnounce();
  useEffect(() => {
    if (isOpen && !installed) loading.run(server.installation).then(setInstalled);
  }, [isOpen]);
  async function make() {
    setReport((await making.run(server.supportReport)) ?? '');
  }
  async function copy() {
    const isCopied = await putOnClipboard(report);
    const words = isCopied ? 'Report copied.' : 'Copying failed. Select the report and press Ctrl+C.';
    setCopied(words);
    announce(words);
  }
  return (
    <section class="section stack">
      <h3>Version and support</h3>
      {installed && (
        <p class="hint">
          Version {installed.version}, in this spreadsheet since {calendarDay(installed.since)}.
        </p>
      )}
      {report === '' ? (
        <div class="row">
          <Button kind="quiet" busy={making.busy} onClick={make}>
            Create a support report
          </Button>
        </div>
      ) : (
        <>
          <Field
            label="Support report"
            hint="The report is not sent automatically. It contains no keys, names, orders, items, or text that you typed. Read it before you share it."
            control={(wiring) => <textarea {...wiring} rows={10} readOnly spellcheck={false} value={report} />}
          />
          <div class="row">
            <Button kind="quiet" onClick={copy}>
              Copy report
            </Button>
          </div>
          {copied && <p class="hint">{copied}</p>}
        </>
      )}
      <Problem failure={loading.failure ?? making.failure} />
    </section>
  );
}
