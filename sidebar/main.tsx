/** The sidebar's page. */
import { render } from 'preact';

render(<p>Loading…</p>, document.getElementById('app')!);
