/** Starts the slowest files first, so that no core is idle at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files with a browser, then files that run the built add-on in the host; each takes ten times as long as any other.
 */
const SLOWEST = [/\/test\/workbench\//, /\/test\/(security|end-to-end)\//];

const rank = ({ moduleId }: TestSpecification) => {
  const at = SLOWEST.findIndex((folder) => folder.test(moduleId));
  return at < 0 ? SLOWEST.length : at;
};

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
