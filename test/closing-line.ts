/** Ends the test run with a machine-readable line: `N passed, N failed`, plus `, N skipped` if tests were skipped. */
import type { Reporter, TestModule } from 'vitest/node';

export class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    let passed = 0;
    let skipped = 0;
    // Errors outside of tests and files that fail to load are failures.
    let failed = errors.length;
    for (const module of modules) {
      if (module.errors().length > 0) failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        else if (state === 'skipped') skipped++;
        else failed++;
      }
    }
    // The default reporter prints its summary in the same tick; the timeout puts this line after it.
    const others = skipped > 0 ? `, ${skipped} skipped` : '';
    setTimeout(() => console.log(`${passed} passed, ${failed} failed${others}`), 0);
  }
}
