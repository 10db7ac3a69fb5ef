/** Ends the test run with one machine-readable line: `N passed, N failed`. */
import type { Reporter, TestModule } from 'vitest/node';

export class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    let passed = 0;
    // An error outside of a test, or a file that could not be loaded, counts as a failure.
    let failed = errors.length;
    for (const module of modules) {
      if (module.errors().length > 0) failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        else failed++;
      }
    }
    // The default reporter prints its summary in the same tick, so this line comes after it.
    setTimeout(() => console.log(`${passed} passed, ${failed} failed`), 0);
  }
}
