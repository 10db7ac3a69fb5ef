import { render } from 'preact';
import { App } from './app.tsx';
import { keepPressesFromSelecting } from './pressed-twice.ts';
import './style.css';

keepPressesFromSelecting(document);
render(<App />, document.getElementById('app')!);
