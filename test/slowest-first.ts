/** Starts the slowest files first to keep all cores busy until the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Browser tests first, then tests that run the built add-on in the host, those of the schedule first. Each of these
 * kinds takes ten times as long as any other test, except that in long runs, the strategies simulate months.
 */
const SLOWEST = [
  /\/test\/workbench\//,
  /\/test\/(end-to-end\/schedule|schedule\/strategies)\//,
  /\/test\/(security|end-to-end)\//,
];

const rank = ({ moduleId }: TestSpecification) => {
  const at = SLOWEST.findIndex((folder) => folder.test(moduleId));
  return at < 0 ? SLOWEST.length : at;
};

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
