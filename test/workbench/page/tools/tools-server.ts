import type { WireFault, WireMove, WireMoved, WireTools } from '../../wire-tools.ts';
import { answered } from '../server.ts';

export const toolsServer = {
  move: (move: WireMove) => answered<WireMoved>('/api/clock', move),
  stop: () => answered<null>('/api/clock/stop', {}),
  clock: () => answered<WireMoved['clock']>('/api/clock'),
  arm: (fault: WireFault) => answered<WireTools>('/api/fault', fault),
  noFaults: () => answered<WireTools>('/api/fault/none', {}),
  market: (scenario: string, fault: string) => answered<WireTools>('/api/market', { scenario, fault }),
};
